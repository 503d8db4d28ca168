# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# For the tests of `scree cc`: a work folder, checks, and the verdict at the end.
# SCREE is the built tool, source its source tree. A test goes on after a failure and reports them all.
set -u
unset MAKEFLAGS MAKELEVEL CC CXX CFLAGS CXXFLAGS LDFLAGS SCREE_CC SCREE_CXX

: "${SCREE:?set SCREE to the built tool}"
# shellcheck disable=SC2034 # used by some of the tests
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
SCREE=$(realpath "$SCREE")
libdir=${SCREE_LIBDIR:-$(dirname "$SCREE")/lib/scree}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

# Without a runtime that can be linked, every check below would fail for the same reason: say it once.
need_runtime() {
	echo 'int main(void) { return 0; }' >trial.c
	"$SCREE" cc trial.c -o trial >out 2>&1 && return
	echo "FAIL: the runtime in $libdir cannot be linked:"
	sed 's/^/    /' out
	exit 1
}

fail() {
	echo "FAIL: [${SCREE_CC:-gcc}] $1"
	failures=$((failures + 1))
}

# passes NAME COMMAND...: the command succeeds.
passes() {
	local name=$1
	shift
	"$@" >out 2>&1 || { fail "$name: '$*' gave status $?"; sed 's/^/    /' out; }
}

# fails_with NAME STATUS TEXT COMMAND...: that status, and the text in its output.
fails_with() {
	local name=$1 want=$2 text=$3
	shift 3
	"$@" >out 2>&1
	local got=$?
	[ "$got" = "$want" ] || { fail "$name: status $got, not $want"; sed 's/^/    /' out; }
	grep -qF -e "$text" out || { fail "$name: no '$text' in"; sed 's/^/    /' out; }
}

# silent NAME COMMAND...: succeeds without a word.
silent() {
	passes "$@"
	[ ! -s out ] || { fail "$1: not silent"; sed 's/^/    /' out; }
}

# symbols FILE: "binding section name" for each in its symbol table. nm would load the linker's plugins,
# with all of LLVM, each time.
symbols() {
	readelf -sW "$1" | awk '/^Symbol table/ { ours = /\.symtab/ } ours && NF == 8 { print $5, $7, $8 }'
}

# has_runtime FILE: the runtime is in it.
has_runtime() {
	symbols "$1" | grep -q '^GLOBAL [0-9]* __tsan_init$'
}

# The program contains our runtime, exports it, and binds eagerly.
checkable() {
	has_runtime "$1" || fail "$1: no runtime in it"
	readelf -dW --dyn-syms "$1" >elf
	grep -q ' __tsan_init$' elf || fail "$1: does not export the runtime"
	grep -q '(FLAGS.*NOW' elf || fail "$1: binds lazily"
	if grep -q 'NEEDED.*libtsan' elf; then fail "$1: needs libtsan"; fi
}

instrumented() {
	symbols "$1" | grep -q 'UND __tsan_func_entry$' || fail "$1: not instrumented"
}

not_instrumented() {
	if symbols "$1" | grep -q '__tsan_func_entry'; then fail "$1: instrumented"; fi
}

has_debug() {
	readelf -SW "$1" | grep -q '\.debug_info' || fail "$1: no debug information"
}

verdict() {
	[ "$failures" = 0 ] || { echo "$failures failures"; exit 1; }
}

# Runs a test function once with gcc and once with every clang that is installed.
each_compiler() {
	local cc
	for cc in gcc clang clang-16 clang-19; do
		command -v "$cc" >/dev/null || continue
		export SCREE_CC=$cc
		"$@"
	done
	unset SCREE_CC
}
