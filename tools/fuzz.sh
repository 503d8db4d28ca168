#!/bin/bash
# SPDX-License-Identifier: MIT
# fuzz.sh BUILD JOBS [NAME...]: builds the fuzz targets with clang, libFuzzer, ASan and UBSan, and runs each, from
# its seeds and from what earlier runs have left in BUILD/corpus/NAME, for FUZZ_SECONDS (default 30), or for
# FUZZ_RUNS inputs where that is set. An input that crashes a target is left in BUILD/crashes, and
# BUILD/tests/fuzz.NAME --file FILE runs it again.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$1 jobs=$2
shift 2
limit=-max_total_time=${FUZZ_SECONDS:-30}
[ -z "${FUZZ_RUNS-}" ] || limit=-runs=$FUZZ_RUNS

cmake -S . -B "$build" -G Ninja --log-level=WARNING -DCMAKE_C_COMPILER=clang -DSCREE_ASAN=ON -DSCREE_FUZZ=ON \
	-DCMAKE_BUILD_TYPE=RelWithDebInfo >/dev/null
cmake --build "$build" -j "$jobs" --target fuzz >"$build/build.log" || {
	cat "$build/build.log" >&2
	exit 2
}
[ $# -gt 0 ] || mapfile -t names < <(cd tests/fuzz && printf '%s\n' *.c | sed 's/\.c$//')
[ $# -eq 0 ] || names=("$@")

# run NAME: the last lines of libFuzzer where all is well, all of them where it is not.
run() {
	local name=$1 log=$build/fuzz.$1.log
	mkdir -p "$build/corpus/$name" "$build/seeds/$name" "$build/crashes"
	"$build/tests/fuzz.$name" --seeds "$build/seeds/$name" || return 1
	"$build/tests/libfuzzer.$name" "$limit" -max_len=16384 -timeout=20 -rss_limit_mb=2048 -seed=1 \
		-print_final_stats=1 -artifact_prefix="$build/crashes/$name-" \
		"$build/corpus/$name" "$build/seeds/$name" >"$log" 2>&1 || {
		grep -E 'scree bug|runtime error|ERROR:|SUMMARY|^ +#[0-9]+ |Test unit written' "$log" >&2 || tail -n 20 "$log" >&2
		echo "FAILED: fuzz target $name; to repeat: $build/tests/fuzz.$name --file FILE ($build/crashes)" >&2
		return 1
	}
	awk -v name="$name" '
	/cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") covered = $(i + 1) }
	/number_of_executed_units/ { runs = $2 }
	END { printf "%-12s %9d inputs, %5d edges covered\n", name, runs, covered }' "$log"
}
export -f run
export build limit
printf '%s\n' "${names[@]}" | xargs -P "$jobs" -I{} bash -c 'run {}'
