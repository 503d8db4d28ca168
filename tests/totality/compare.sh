#!/bin/bash
# SPDX-License-Identifier: MIT
#
# usage: compare.sh SCREE FILE...
#
# Iterative Deepening against preempting everywhere on real programs: each program whose space is
# complete within some seconds (SCREE_TOTALITY_TIME, 2s) with --mode=everywhere must come to the same
# verdict and the same findings by default, with races by limited and by pure happens-before.
# Prints a line for each that does not, and at the end how many were compared. Exit status: 0 all
# agree, 1 one does not, 2 usage.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/program-lib.sh
. "$here/program-lib.sh"
[ $# -ge 2 ] || {
	sed -n 's/^# usage/usage/p' "$0" >&2
	exit 2
}
scree=$(realpath "$1")
shift
time=${SCREE_TOTALITY_TIME:-2s}
work=$(mktemp -d "${TMPDIR:-/tmp}/scree-totality-XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
mkdir "$work/tmp"
export TMPDIR=$work/tmp
compared=0 larger=0 failures=0

# options_of FILE: those of its header that say what is a finding, not which schedules are run.
options_of() {
	header "$1" options | sed 's/--schedule=[^ ]*//; s/--executions=[^ ]*//; s/--pp=[^ ]*//'
}

# check OPTIONS...: leaves out and its status.
check() {
	local -a command=()
	words command "$scree check --continue --findings=none --json $* $(options_of "$file") $work/prog"
	(cd "$work/tmp" && exec timeout -k 5 300 "${command[@]}") >"$work/out" 2>"$work/err" </dev/null
	status=$?
}

complete() {
	[ "$status" -le 1 ] && grep -q '^  "complete": true' "$work/out"
}

# What may not depend on the mode: status, and each finding by its kind and line.
essence() {
	echo "status $status"
	sed -n 's/^ *{"kind": "\([^"]*\)", "severity": "error".*/\1 &/p' "$work/out" |
		sed 's/^\([^ ]*\) .*"line": \([0-9]*\), "column".*"execution".*/\1 at \2/' | sort -u
}

compare() {
	local wanted got races
	check --mode=everywhere --time="$time"
	if ! complete; then
		larger=$((larger + 1))
		return
	fi
	wanted=$(essence)
	for races in limited pure; do
		check "--races=$races"
		got=$(essence)
		complete && [ "$got" = "$wanted" ] && continue
		echo "FAIL $file: everywhere: $(paste -sd, <<<"$wanted"), $races: $(paste -sd, <<<"$got")$(
			complete || echo ', not complete')"
		echo "     repeat: $build && ${command[*]}" | sed "s|$work|/tmp|g"
		failures=$((failures + 1))
	done
	compared=$((compared + 1))
}

for file in "$@"; do
	[ "$(header "$file" expect)" != error ] || continue
	driver=cc
	! is_cxx "$file" || driver=c++
	build="$scree $driver -O1 $(realpath "$file") $(compiler_flags "$file" gcc | paste -sd' ') -o $work/prog"
	words command "$build"
	if ! "${command[@]}" >"$work/out" 2>&1; then
		echo "FAIL $file: does not compile"
		failures=$((failures + 1))
		continue
	fi
	file=$(realpath "$file")
	compare
done
echo "$compared programs compared, $larger not complete within $time"
[ "$failures" = 0 ] && [ "$compared" -gt 0 ]
