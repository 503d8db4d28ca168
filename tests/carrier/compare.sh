#!/bin/bash
# SPDX-License-Identifier: MIT
#
# usage: compare.sh SCREE "COMPILER:LEVEL..." FILE...
#
# Runs test programs on fibers and on OS threads: findings, trace, schedule and what the
# programs print must be the same to the letter. Then the recorded schedule is replayed on both, and
# must show the same again. Exit status: 0 all alike, 1 something differed, 2 usage.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/program-lib.sh
. "$here/program-lib.sh" || exit 2
[ $# -ge 3 ] || {
	sed -n 's/^# usage/usage/p' "$0" >&2
	exit 2
}
scree=$(realpath "$1") configurations=$2
shift 2
work=$(mktemp -d "${TMPDIR:-/tmp}/scree-carrier-XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
failures=0 compared=0
command=()

fail() {
	echo "FAIL $file ($configuration): $*"
	failures=$((failures + 1))
}

# compile FILE COMPILER LEVEL
compile() {
	local driver="SCREE_CC=$2 $scree cc"
	is_cxx "$1" && driver="SCREE_CXX=$(cxx_of "$2") $scree c++"
	words command "$driver -g -$3 $1 $(compiler_flags "$1" "$2") -o $work/prog"
	env "${command[@]}" >"$work/compiler" 2>&1 || fail "does not compile: $(cat "$work/compiler")"
}

# run CARRIER NAME OPTIONS...: leaves NAME.CARRIER (all that is said) and its schedule.
run() {
	local carrier=$1 name=$2
	shift 2
	words command "$scree run --carrier=$carrier --trace $* --save-schedule=$work/$name.schedule"
	rm -rf "${work:?}/home" "$work/$name.schedule"
	mkdir "$work/home"
	(cd "$work/home" && exec timeout -k 5 120 "${command[@]}" "$work/prog") \
		>"$work/$name.$carrier" 2>&1 </dev/null
	echo "status $?" >>"$work/$name.$carrier"
	[ ! -e "$work/$name.schedule" ] || cat "$work/$name.schedule" >>"$work/$name.$carrier"
}

# alike NAME: did both carriers say the same?
alike() {
	cmp -s "$work/$1.fibers" "$work/$1.threads" && return
	fail "$1 differs: $(diff "$work/$1.fibers" "$work/$1.threads" | head -n 6)"
	return 1
}

compare() {
	local options rest
	options=$(header "$file" options)
	options=${options:---schedule=random:1 --executions=30}
	run fibers first "$options"
	run threads first "$options"
	alike first && [ -s "$work/first.schedule" ] || return
	rest=$(sed 's/--schedule=[^ ]*//; s/--executions=[^ ]*//; s/--pp=[^ ]*//' <<<"$options")
	cp "$work/first.schedule" "$work/recorded"
	run fibers replay "--schedule=$work/recorded $rest"
	run threads replay "--schedule=$work/recorded $rest"
	alike replay
}

for file; do
	[ -z "$(header "$file" compare)" ] || continue
	for spec in $configurations; do
		configuration="${spec/:/ -}"
		wanted "$file" "${spec%:*}" "${spec#*:}" || continue
		compile "$file" "${spec%:*}" "${spec#*:}" || continue
		compare
		compared=$((compared + 1))
	done
done
echo "$compared programs compared, $failures differ"
[ "$failures" = 0 ] && [ "$compared" != 0 ]
