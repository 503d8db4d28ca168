#!/bin/bash
# SPDX-License-Identifier: MIT
# growth.sh: what `scree check` costs as programs grow, one process, optimal reduction. Each line is
# the best of three runs by CPU time, which other load on the machine disturbs least.
#
# Gates: the two-thread counter at 100,000 executions a second or more; indexer(16) within 2 s and file
# system(26) within 1.5 s; both are meant for a machine where a fork with exit and wait takes 450 us,
# and are eased in proportion where that takes longer. No peak of 100 MB or more. Within a family the
# cost of an event stays flat: in the largest at most twice what it is in the smallest.
set -euo pipefail
scree=${SCREE:?}
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rounds=${ROUNDS:-3}
failed=0

# number NAME: a member of the summary
number() {
	sed -n 's/^  "'"$1"'": *\([0-9.]*\),*$/\1/p' "$work/summary"
}

complain() {
	echo "FAIL: $*" >&2
	failed=1
}

# measure SOURCE FLAGS...: sets executions, events, cpu, kb
measure() {
	local source=$1 now
	shift
	"$scree" cc -O2 "$@" "$source" -o "$work/program"
	cpu=
	for ((round = 0; round < rounds; round++)); do
		"$scree" check -q --pp=everywhere --findings=none --summary="$work/summary" "$work/program" >/dev/null ||
			complain "$source $*: not verified"
		now=$(number cpu_s)
		if [ -z "$cpu" ] || awk -v a="$now" -v b="$cpu" 'BEGIN { exit !(a < b) }'; then
			cpu=$now
		fi
	done
	executions=$(number executions)
	events=$(number events)
	kb=$(number peak_rss_kb)
	((kb < 102400)) || complain "$source $*: peak memory of $kb KB"
}

# row NAME SOURCE FLAGS...: measures and prints; adds the cost of an event to costs
row() {
	local name=$1
	shift
	measure "$@"
	awk -v name="$name" -v x="$executions" -v e="$events" -v s="$cpu" -v kb="$kb" 'BEGIN {
		printf "%-22s %10d %12d %9.3f %10.1f %9.0f %9d\n", name, x, e, s, s * 1e6 / x, s * 1e9 / e, kb }'
	costs+=("$(awk -v s="$cpu" -v e="$events" 'BEGIN { printf "%.0f", s * 1e9 / e }')")
}

# flat NAME: the last of costs is at most twice the first
flat() {
	local last=${costs[${#costs[@]} - 1]}
	((last <= 2 * costs[0])) || complain "$1: an event costs ${costs[0]} ns first, $last ns last"
	costs=()
}

# within NAME LIMIT: cpu of the last row, against a limit eased by what a fork takes
within() {
	local limit
	limit=$(awk -v l="$2" -v f="$fork_us" 'BEGIN { printf "%.2f", (f > 450) ? l * f / 450 : l }')
	echo "  $1: $cpu s of $limit s"
	awk -v c="$cpu" -v l="$limit" 'BEGIN { exit !(c < l) }' || complain "$1 takes $cpu s, not under $limit s"
}

cc -O2 "$here/bench/programs/fork_loop.c" -o "$work/fork_loop"
fork_us=$("$work/fork_loop" 1000)
echo "fork, exit and wait: $fork_us us"
programs=$here/tests/counts/programs
costs=()
printf '%-22s %10s %12s %9s %10s %9s %9s\n' "" executions events "CPU s" us/exec ns/event "peak KB"

for k in 4 5 6; do
	row "counter 2 x $k" "$programs/counter.c" -DN=2 -DK=$k
done
flat counter
rate=$(awk -v x="$executions" -v s="$cpu" 'BEGIN { printf "%d", x / s }')
least=$(awk -v f="$fork_us" 'BEGIN { printf "%d", (f > 450) ? 100000 * 450 / f : 100000 }')
echo "  two-thread counter: $rate executions/s, at least $least"
((rate >= least)) || complain "two-thread counter: $rate executions/s, less than $least"

for n in 13 14 15 16; do
	row "indexer $n" "$programs/indexer.c" -DN=$n
done
flat indexer
within "indexer(16)" 2
for n in 20 22 24 26; do
	row "file system $n" "$programs/filesystem.c" -DN=$n
done
flat "file system"
within "file system(26)" 1.5
for n in 9 10 11 12; do
	row "last-zero $n" "$programs/lastzero.c" -DN=$n
done
flat last-zero
for n in 12 14 16; do
	row "readers $n" "$programs/readers.c" -DN=$n
done
flat readers
row "mutex counter 3 x 3" "$programs/mutex.c" -DN=3 -DK=3
row "mutex counter 3 x 4" "$programs/mutex.c" -DN=3 -DK=4
row "mutex counter 4 x 3" "$programs/mutex.c" -DN=4 -DK=3
flat "mutex counter"
for n in 8 10 12; do
	row "philosophers $n" "$programs/philosophers.c" -DN=$n
done
flat philosophers
for n in 500 5000 50000; do
	row "length 2 x $n" "$here/bench/programs/length.c" -DN=$n
done
flat length
exit "$failed"
