#!/bin/bash
# SPDX-License-Identifier: MIT
# The windows of what reset leaves out: something changes in the last execution before a shortcut is taken, in the
# first one after it, and at other executions around it. No execution may see it, or the verdict says so.
set -uo pipefail
scree=${SCREE:?}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
	echo "FAIL $*"
	sed 's/^/     /' "$work/said"
	failed=1
}

# run EXECUTIONS WORD...: the status in $status; counters of the summary with counter NAME.
run() {
	local executions=$1
	shift
	status=0
	(cd "$work" && "$scree" run -q --schedule=random:1 --executions="$executions" --summary=summary \
		./windows "$@") >"$work/said" 2>&1 </dev/null || status=$?
}

counter() {
	sed -n "s/^ *\"$1\": *\([0-9]*\).*/\1/p" "$work/summary"
}

"$scree" cc -O1 -pthread "$here/programs/windows.c" -o "$work/windows" || exit 1

# Pages become read-only once, between executions 60 and 70. What is changed before that is in pages that stay
# writable, or are as new by then; after it, a write is noticed. Whatever is changed where, the executions after it
# that look find all as new.
run 100 pages 500
usual=$(counter clean_pages_written)
first=
for at in $(seq 60 70); do
	run 100 pages "$at" $((at + 1)) $((at + 2)) 99
	[ $status = 0 ] || fail "pages written in execution $at: status $status"
	# Alone, so that the boundary can be seen.
	run 100 pages "$at"
	[ $status = 0 ] || fail "pages written in execution $at only: status $status"
	written=$(counter clean_pages_written)
	if [ -z "$first" ] && [ "$written" -gt "$usual" ]; then
		first=$at
	elif [ -n "$first" ] && [ "$written" -le "$usual" ]; then
		fail "clean pages: written in execution $first, not in $at"
	fi
done
[ "${first:-0}" -gt 60 ] || fail "clean pages: the boundary is not between executions 60 and 70"
# What the last execution before it changed is likely to change again: those pages stay writable.
run 100 pages $((first - 1)) 99
[ "$(counter clean_pages_written)" -le "$usual" ] || fail "clean pages: execution $((first - 1)) was not looked at"

# All descriptors are closed after each of the first 64 executions: no execution begins with one that was left.
for at in 1 2 62 63 64; do
	run 200 descriptors "$at"
	[ $status = 0 ] || fail "descriptor left by execution $at: status $status"
	[ "$(counter left_descriptors)" = 0 ] || fail "descriptor left by execution $at: it was closed, and is counted"
done

# After that the runtime looks now and then: at execution 128, say. Until then executions begin with it, and are
# counted; the last ones of a run, too, which are over before the next look.
# left AT EXECUTIONS LEAST MOST
left() {
	run "$2" descriptors-left "$1"
	[ $status = 0 ] || fail "descriptor left by execution $1 of $2: status $status"
	local n
	n=$(counter left_descriptors)
	if [ "$n" -lt "$3" ] || [ "$n" -gt "$4" ]; then
		fail "descriptor left by execution $1 of $2: $n counted, not $3 to $4"
	fi
}
left 65 200 62 64
left 66 200 62 64
left 127 200 62 64
left 128 200 62 64
left 129 200 60 64
left 70 100 30 36
left 100 100 30 36
left 500 100 0 0

# A run with a descriptor that was left is not called verified.
grep -q 'left open' <(cd "$work" && "$scree" run --schedule=random:1 --executions=100 ./windows descriptors-left 70 2>&1) ||
	fail "scree run says nothing of a descriptor that was left"
exit $failed
