#!/bin/bash
# SPDX-License-Identifier: MIT
# ratios.sh [--update]: CPU time of fixed work, divided by that of a fixed computation (programs/reference.c),
# so that the numbers mean the same on a faster machine. Compared with bench/baseline.ratios: fails if
# one is more than 1.5 times as large. The best of five, taken in turns: other load only ever adds.
#
# --update stores what was measured; do that on a machine with nothing else to do.
set -euo pipefail
scree=${SCREE:?}
here=$(cd "$(dirname "$0")" && pwd)
baseline=$here/baseline.ratios
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rounds=${ROUNDS:-5}
programs=$here/../tests/counts/programs
declare -A best

"$scree" cc -O2 -DN=2 -DK=5 "$programs/counter.c" -o "$work/counter"
"$scree" cc -O2 -DN=15 "$programs/indexer.c" -o "$work/indexer"
"$scree" cc -O2 -DN=2 -DK=3 "$programs/counter.c" -o "$work/small"
"$scree" cc -O2 "$here/programs/counter2.c" -o "$work/counter2"
cc -O2 "$here/programs/reference.c" -o "$work/reference"

# cpu COMMAND...: seconds of CPU of it and its children; any exit status but 2 will do
cpu() {
	local status=0
	TIMEFORMAT='%U %S'
	{ time "$@" >/dev/null 2>"$work/said" </dev/null; } 2>"$work/time" || status=$?
	if [ $status = 2 ] || [ $status -ge 126 ]; then
		echo "$*: status $status: $(tail -n 1 "$work/said")" >&2
		exit 1
	fi
	awk '{ print $1 + $2 }' "$work/time"
}

# least NAME COMMAND...: keeps the shortest time of NAME
least() {
	local name=$1 now
	shift
	now=$(cpu "$@")
	if [ -z "${best[$name]-}" ] || awk -v a="$now" -v b="${best[$name]}" 'BEGIN { exit !(a < b) }'; then
		best[$name]=$now
	fi
}

check=("$scree" check -q --findings=none --run-dir=none -j 1)
for ((round = 0; round < rounds; round++)); do
	least reference "$work/reference"
	least optimal "${check[@]}" --pp=everywhere "$work/counter"
	least dpor "${check[@]}" --pp=everywhere --reduction=dpor "$work/counter"
	least races "${check[@]}" --pp=everywhere --races=limited "$work/counter"
	least icb "${check[@]}" --pp=everywhere --strategy=icb "$work/small"
	least threads "${check[@]}" --pp=everywhere "$work/indexer"
	least deepen "${check[@]}" "$work/small"
	least random "$scree" run -q --schedule=random:1 --executions=50000 "$work/counter2"
	least fork "$scree" run -q --schedule=random:1 --executions=500 --isolate=fork "$work/counter2"
done

for name in optimal dpor races icb threads deepen random fork; do
	awk -v n=$name -v t="${best[$name]}" -v r="${best[reference]}" 'BEGIN { printf "%s %.2f\n", n, t / r }'
done >"$work/ratios"
if [ "${1-}" = --update ]; then
	{
		echo "# times of the computation in programs/reference.c; ratios.sh explains it"
		cat "$work/ratios"
	} >"$baseline"
fi
echo "reference: ${best[reference]} s"
awk '
/^#/ { next }
FNR == NR { was[$1] = $2; next }
!($1 in was) { print "FAIL: " $1 " has no baseline; bench/ratios.sh --update"; failed = 1; next }
{
	printf "%-10s %8.2f times the reference, %8.2f before (%.2f times)\n", $1, $2, was[$1], $2 / was[$1]
	if ($2 > 1.5 * was[$1]) {
		print "FAIL: " $1 ": more than 1.5 times as long"
		failed = 1
	}
}
END { exit failed }' "$baseline" "$work/ratios"
