#!/bin/bash
# SPDX-License-Identifier: MIT
# instructions.sh [--update]: how many instructions the pure libraries take for fixed work, counted by
# callgrind, which no load on the machine disturbs. Compared with bench/baseline.instructions: fails if a
# number is more than 3 % larger.
#
# The work is that of unit tests with fixed seeds; only instructions in the library's own folder count, not
# those of the simulated machine around it. valgrind cannot run a worker, as it refuses the mapping of the
# snapshot (EINVAL), so that what an execution costs is measured by bench/ratios.sh.
#
# Numbers of another compiler, or of another kind of build, say nothing: the first line of the baseline
# names both, and where they differ nothing is compared. --update stores what was counted. Without
# valgrind, nothing is done.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$(dirname "$(realpath "${SCREE:?}")")
baseline=$here/baseline.instructions
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
command -v valgrind >/dev/null || {
	echo "valgrind is not installed: nothing counted"
	exit 0
}

# cached NAME: a variable of the build
cached() {
	sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"
}
made_by="# $("$(cached CMAKE_C_COMPILER)" --version | head -n 1), $(cached CMAKE_BUILD_TYPE)"

# count NAME FOLDER TEST SEEDS...: adds a line to the counts
count() {
	local name=$1 folder=$2 test=$build/tests/unit.$3
	shift 3
	[ -x "$test" ] || {
		echo "no $test: the unit tests need cmocka" >&2
		exit 1
	}
	valgrind --tool=callgrind --callgrind-out-file="$work/profile" "$test" "$@" >"$work/said" 2>&1 || {
		tail -n 5 "$work/said" >&2
		exit 1
	}
	callgrind_annotate --threshold=100 --auto=no --show-percs=no "$work/profile" |
		awk -v name="$name" -v folder="(^|/)$folder/[a-z_0-9]*\\.[ch]:" '
		$2 ~ folder { gsub(/,/, "", $1); sum += $1 }
		END { if (!sum) exit 1; print name, sum }' >>"$work/counts" || {
		echo "$name: no instruction in $folder/ was counted" >&2
		exit 1
	}
}

count explore-optimal explore explore.oracle 4 7
count explore-bounds explore explore.bound 5 13
count explore-parts explore explore.divide 1 3
count explore-checkpoints explore explore.checkpoint 1 9
count races race race.reference 0 100

if [ "${1-}" = --update ]; then
	{
		echo "$made_by"
		cat "$work/counts"
	} >"$baseline"
	cat "$baseline"
	exit 0
fi
if [ "$(head -n 1 "$baseline")" != "$made_by" ]; then
	echo "the baseline is of ${baseline##*/}: $(head -n 1 "$baseline"); this build is of $made_by: not compared"
	cat "$work/counts"
	exit 0
fi
awk '
FNR == 1 && FNR == NR { next }
FNR == NR { was[$1] = $2; next }
!($1 in was) { print "FAIL: " $1 " has no baseline; bench/instructions.sh --update"; failed = 1; next }
{
	printf "%-22s %14d instructions, %14d before (%+.2f %%)\n", $1, $2, was[$1], ($2 / was[$1] - 1) * 100
	if ($2 > 1.03 * was[$1]) {
		print "FAIL: " $1 ": more than 3 % larger"
		failed = 1
	}
}
END { exit failed }' "$baseline" "$work/counts"
