#!/bin/bash
# SPDX-License-Identifier: MIT
# isolation.sh: executions per second of the two-thread counter under random
# schedules: restored in the process, forked, and started natively; in one run, since
# only their ratios mean something on a shared machine.
set -euo pipefail
scree=${SCREE:?}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$scree" cc -O2 "$here/programs/counter2.c" -o "$work/counter2"
cc -O2 -pthread "$here/programs/counter2.c" -o "$work/native"
cc -O2 "$here/programs/spawn_loop.c" -o "$work/spawn_loop"

# rate EXECUTIONS OPTIONS...: executions per second, and peak memory in KB, of a run
rate() {
	local n=$1
	shift
	"$scree" run -q --schedule=random:1 --executions="$n" --summary="$work/summary" "$@" \
		"$work/counter2" >/dev/null
	awk -v RS='[,{}]' '
		/"executions":/ { sub(/.*: */, ""); executions = $0 + 0 }
		/"elapsed_s":/ { sub(/.*: */, ""); seconds = $0 + 0 }
		/"peak_rss_kb":/ { sub(/.*: */, ""); kb = $0 + 0 }
		END { printf "%.0f %d\n", executions / seconds, kb }' "$work/summary"
}

printf '%-38s %12s %12s\n' "two-thread counter, random schedules" "exec/s" "peak KB"
best_in=0 best_fork=0 best_native=0
for round in 1 2 3; do
	read -r in_process in_kb < <(rate 200000)
	read -r forked fork_kb < <(rate 2000 --isolate=fork)
	native=$("$work/spawn_loop" 1000 "$work/native")
	printf '%-38s %12d %12d\n' "round $round: in process" "$in_process" "$in_kb" \
		"round $round: --isolate=fork" "$forked" "$fork_kb"
	printf '%-38s %12d\n' "round $round: native process starts" "$native"
	((in_process > best_in)) && best_in=$in_process
	((forked > best_fork)) && best_fork=$forked
	((native > best_native)) && best_native=$native
done
awk -v i="$best_in" -v f="$best_fork" -v n="$best_native" 'BEGIN {
	printf "in process is %.0f times fork isolation (at least 40), %.0f times native starts (at least 100)\n", i / f, i / n
	exit !(i >= 40 * f && i >= 100 * n) }'

read -r _ small < <(rate 100000)
read -r _ large < <(rate 1000000)
echo "peak memory: $small KB after 100,000 executions, $large KB after 1,000,000"
((large <= small + 1024))
