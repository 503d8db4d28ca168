#!/bin/bash
# SPDX-License-Identifier: MIT
#
# usage: SCREE=build/scree [EVERY=N] test_programs.sh [PROGRAM...]
#
# The minimiser on every third (EVERY-th) program of tests/programs that has a finding, from a schedule drawn by lot:
# never more preemptions than before, and where all schedules with fewer can be run one by one none
# of them shows the finding; the result replays 20 times out of 20, the nearest passing schedule
# passes, and the same again has the same result.
set -u
: "${SCREE:?the scree to test}"
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/program-lib.sh
. "$here/../program-lib.sh" || exit 2
SCREE=$(realpath "$SCREE")
work=$(mktemp -d "${TMPDIR:-/tmp}/scree-minimise-XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
failures=0 minimised=0 smaller=0 proven=0 brute=0 passing=0 without=0

fail() {
	echo "FAIL $name: $*"
	failures=$((failures + 1))
}

# errors FILE: the findings of a summary that are errors, a line for each, without their stacks.
errors() {
	grep '"severity": "error"' "$1" | sed 's/"stack": .*//'
}

# finding_value KEY FILE: of the first of them.
finding_value() {
	errors "$2" | sed -n "1s/.*\"$1\": \"\{0,1\}\([^,\"}]*\).*/\1/p"
}

# size WHICH KEY: "from" or "to" of the summary of the search.
size() {
	sed -n "s/.*\"$1\": {\"preemptions\": \([0-9]*\), \"switches\": \([0-9]*\)}.*/\\$2/p" \
		"$work/found.json" | head -n 1
}

# The choices of a passing schedule as a schedule file without a finding.
passing_file() {
	awk '/^passing$/ { on = 1; next } /^choices$/ { print; exit }
		/^(finding|message|at|thread|minimized|necessary|needless) / { next } !on' "$1"
	awk '/^passing$/ { on = 1; next } on { print } on && /^end / { exit }' "$1"
}


# replayed FILE TIMES: how many executions of so many show the finding.
replayed() {
	"$SCREE" run --schedule="$1" --executions="$2" --continue --json "$work/prog" \
		>"$work/replay.json" 2>/dev/null </dev/null
	[ "$(finding_value kind "$work/replay.json")" = "$(finding_value kind "$work/found.json")" ] &&
		[ "$(finding_value line "$work/replay.json")" = "$(finding_value line "$work/found.json")" ] &&
		finding_value count "$work/replay.json"
}

# Every schedule with fewer preemptions, one by one; nothing is said where they are too many.
check_brute() {
	local bound=$(($1 - 1)) line kind
	kind=$(finding_value kind "$work/found.json") line=$(finding_value line "$work/found.json")
	# shellcheck disable=SC2086 # options are words
	"$SCREE" check --reduction=none --bound="$bound" --continue --minimize=0 --findings=none -t 2s \
		--json $options "$work/prog" >"$work/brute.json" 2>/dev/null </dev/null
	grep -q "\"bound\": {\"completed\": $bound," <(tr -d '\n' <"$work/brute.json" | sed 's/{ */{/g') ||
		return
	brute=$((brute + 1))
	errors "$work/brute.json" | grep "\"kind\": \"$kind\"" |
		grep -q "\"line\": $line," && fail "fails with $bound preemptions too, minimized to $1"
}

check_file() {
	local file=$1 from to
	from=$(size from 1) to=$(size to 1)
	minimised=$((minimised + 1))
	[ "$to" -le "$from" ] || fail "$from preemptions became $to"
	[ "$to" -eq "$from" ] || smaller=$((smaller + 1))
	[ "$(replayed "$file" 20)" = 20 ] || fail "replays $(replayed "$file" 20) times out of 20"
	grep -q '"complete": true, "timed_out"' "$work/found.json" && proven=$((proven + 1))
	[ "$to" -eq 0 ] || check_brute "$to"
	if grep -qx passing "$file"; then
		passing=$((passing + 1))
		passing_file "$file" >"$work/passing"
		"$SCREE" replay "$work/passing" "$work/prog" >"$work/out" 2>&1 </dev/null ||
			fail "the passing schedule: $(tail -n 1 "$work/out")"
	fi
}

# search DIR: a finding by lot, minimised.
search() {
	# shellcheck disable=SC2086 # options are words
	"$SCREE" check --strategy=random:1 -n 300 --findings="$1" --json $options "$work/prog" \
		>"$work/found.json" 2>"$work/err" </dev/null
}

check_program() {
	local file=$1 driver="cc" saved
	name=$(basename "$(dirname "$file")")/$(basename "${file%.*}")
	options=$(header "$file" options | sed 's/--schedule=[^ ]*//; s/--executions=[^ ]*//; s/--continue//')
	is_cxx "$file" && driver="c++"
	# shellcheck disable=SC2046 # flags are words
	"$SCREE" $driver -O1 "$file" $(compiler_flags "$file" gcc) -o "$work/prog" 2>"$work/err" ||
		{ fail "does not compile: $(cat "$work/err")" && return; }
	rm -rf "$work/first" "$work/second"
	search "$work/first"
	saved=$(echo "$work"/first/*.scree)
	if ! grep -qs '^minimized ' "$saved"; then
		without=$((without + 1))
		return
	fi
	check_file "$saved"
	grep -q '"timed_out": true' "$work/found.json" && return
	search "$work/second"
	diff "$saved" "$work/second/$(basename "$saved")" >"$work/out" ||
		fail "another result the second time: $(cat "$work/out")"
}

[ $# -gt 0 ] || set -- "$here"/../programs/*/*.c "$here"/../programs/*/*.cpp
all=0 seen=0 every=${EVERY:-3}
[ $# -gt 100 ] || every=1
for program in "$@"; do
	case $(header "$program" expect) in
	finding*) ;;
	*) continue ;;
	esac
	case $(header "$program" only) in
	*clang* | *O0* | *O2*) continue ;;
	esac
	case $program in
	*/liveness/*) continue ;; # found by the clock: another time it may be cut off elsewhere
	esac
	seen=$((seen + 1))
	[ $((seen % every)) = 0 ] || continue
	all=$((all + 1))
	check_program "$program"
done
echo "$all programs: $minimised minimised, $smaller with fewer preemptions than before, $proven proven" \
	"least; $brute compared with brute force; $passing with a passing schedule; $without not minimised"
if [ $# -gt 100 ]; then
	[ "$minimised" -ge $((all * 9 / 10)) ] || fail "only $minimised were minimised"
	[ "$proven" -ge $((minimised - 5)) ] || fail "only $proven are proven"
	[ "$brute" -ge $((all / 6)) ] || fail "only $brute were compared"
	[ "$passing" -ge $((all / 5)) ] || fail "only $passing have a passing schedule"
fi
[ "$failures" -eq 0 ]
