#!/bin/bash
# SPDX-License-Identifier: MIT
# races.sh: what race analysis adds to the time of an execution, for a two-thread counter with and
# without a lock; the best of three rounds, since the machine may be shared.
set -euo pipefail
scree=${SCREE:?}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# cpu PROGRAM MODE: microseconds of CPU for each execution
cpu() {
	"$scree" check -q -n 50000 --races="$2" --summary="$work/summary" "$work/$1" >/dev/null || [ $? = 3 ]
	awk -v RS='[,{}]' '
		/"executions":/ && !executions { sub(/.*: */, ""); executions = $0 + 0 }
		/"cpu_s":/ { sub(/.*: */, ""); seconds = $0 + 0 }
		END { printf "%.2f\n", seconds / executions * 1e6 }' "$work/summary"
}

least() {
	awk -v a="$1" -v b="$2" 'BEGIN { print a < b ? a : b }'
}

status=0
for program in counter_locked counter_racy; do
	"$scree" cc -O2 "$here/programs/$program.c" -o "$work/$program"
	none=1e9 limited=1e9 pure=1e9
	for _ in 1 2 3; do
		none=$(least "$none" "$(cpu $program none)")
		limited=$(least "$limited" "$(cpu $program limited)")
		pure=$(least "$pure" "$(cpu $program pure)")
	done
	awk -v p="$program" -v n="$none" -v l="$limited" -v u="$pure" 'BEGIN {
		printf "%-16s %6.2f us an execution; limited %6.2f (%.2f times), pure %6.2f (%.2f times; at most 1.6)\n",
			p, n, l, l / n, u, u / n
		exit !(l <= 1.6 * n && u <= 1.6 * n) }' || status=1
done
exit $status
