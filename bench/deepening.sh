#!/bin/bash
# SPDX-License-Identifier: MIT
# deepening.sh [--quick]: what workers and their controller cost.
#
#   two workers     verify in at most 0.6 times the time of one (20 to 30 s with one); besides the
#                   clock, by their work, which a busy machine changes little: CPU time against
#                   that of one worker, the share of the busier one, and time without work
#   the controller  with one job takes at most 5 % more than the search without it
#   a cold start    finds the bug of QUICKSAND's figure 1 in less than 100 ms; it starts some twenty processes, so
#                   that this is eased in proportion where a fork with exit and wait takes more than 450 us
#
# Times are of the clock on the wall, the best of several, taken in turns. They mean something on a
# machine that has nothing else to do: the load is printed. --quick takes a smaller program, of which
# starting makes a larger part.
set -euo pipefail
scree=${SCREE:?}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
size=(-DN=3 -DK=3) schedules=1824912 rounds=3
if [ "${1-}" = --quick ]; then
	size=(-DN=2 -DK=6) schedules=372436 rounds=1
fi
failed=0

"$scree" cc -O1 "${size[@]}" "$here/../tests/counts/programs/counter.c" -o "$work/counter"
"$scree" cc -O1 -DN=2 -DK=6 "$here/../tests/counts/programs/counter.c" -o "$work/short"
"$scree" cc -O1 "$here/../tests/programs/documents/quicksand_1.c" -o "$work/figure"

# wall STATUS OPTIONS...: seconds that `scree check` takes; it ends with that status.
wall() {
	local wanted=$1 status=0 before after
	shift
	before=$(date +%s%N)
	"$scree" check -q --findings=none --summary="$work/summary" "$@" >/dev/null || status=$?
	after=$(date +%s%N)
	if [ "$status" != "$wanted" ]; then
		echo "scree check $*: status $status, not $wanted" >&2
		exit 1
	fi
	awk -v ns=$((after - before)) 'BEGIN { printf "%.3f\n", ns / 1e9 }'
}

# number NAME: of the summary.
number() {
	sed -n "s/^  \"$1\": \([0-9.]*\),\$/\1/p" "$work/summary"
}

# count_is N: so many schedules were run, each once.
count_is() {
	[ "$(number executions)" = "$1" ] || {
		echo "other than $1 executions: $(number executions)" >&2
		exit 1
	}
}

least() {
	printf '%s\n' "$@" | sort -g | head -n 1
}

# judge TEXT RATIO MOST
judge() {
	awk -v text="$1" -v ratio="$2" -v most="$3" 'BEGIN {
		printf "%s: %.3f (at most %s)%s\n", text, ratio, most, ratio <= most ? "" : "  MISSED"
		exit !(ratio <= most) }' || failed=1
}

# work_of_two CPU_OF_ONE: as if each of the two had a processor for itself.
work_of_two() {
	awk -v one="$1" -v cpu="$(number cpu_s)" -v lost="$(number lost_cpu_s)" \
		-v blocked="$(number blocked_executions)" -v most="$(number busiest_cpu_s)" \
		-v idle="$(number idle_s)" -v wall="$(number elapsed_s)" 'BEGIN {
		printf "  work of two: %.2f s of CPU to %.2f s of one, of it %.2f s lost by dividing, ", cpu, one, lost
		printf "%d executions given up; ", blocked
		printf "the busier one has %.3f of it; %.3f of their time without work\n", most / cpu, idle / wall / 2
		printf "  that makes %.3f of the time\n", cpu / one / 2 / (1 - idle / wall / 2) }'
}

ratio() {
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.4f\n", a / b }'
}

echo "load: $(cut -d' ' -f1-3 /proc/loadavg), processors: $(nproc)"
one=() two=()
for ((round = 1; round <= rounds; round++)); do
	one+=("$(wall 0 --mode=everywhere -j 1 "$work/counter")")
	count_is $schedules
	cpu_of_one=$(number cpu_s)
	two+=("$(wall 0 --mode=everywhere -j 2 "$work/counter")")
	count_is $schedules
	echo "round $round: one worker ${one[-1]} s, two ${two[-1]} s"
	work_of_two "$cpu_of_one"
done
judge "two workers to one" "$(ratio "$(least "${two[@]}")" "$(least "${one[@]}")")" 0.6

# Shorter, and more often: the difference is small.
one=() direct=()
for ((round = 1; round <= 3 * rounds; round++)); do
	direct+=("$(wall 0 --pp=everywhere "$work/short")")
	one+=("$(wall 0 --mode=everywhere -j 1 "$work/short")")
	count_is 372436
done
echo "without a controller: ${direct[*]} s; one worker: ${one[*]} s"
judge "one worker to the search without a controller" \
	"$(ratio "$(least "${one[@]}")" "$(least "${direct[@]}")")" 1.05

times=()
for _ in 1 2 3 4 5 6 7 8 9 10; do
	times+=("$(wall 1 "$work/figure")")
done
cc -O2 "$here/programs/fork_loop.c" -o "$work/fork_loop"
fork_us=$("$work/fork_loop" 1000)
echo "figure 1 of QUICKSAND, from start to report: ${times[*]} s (fork, exit and wait: $fork_us us)"
judge "figure 1, seconds" "$(least "${times[@]}")" \
	"$(awk -v f="$fork_us" 'BEGIN { print (f > 450) ? 0.1 * f / 450 : 0.1 }')"
exit $failed
