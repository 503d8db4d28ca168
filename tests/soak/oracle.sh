#!/bin/bash
# SPDX-License-Identifier: MIT
# oracle.sh: 100,000 generated programs on the simulated machine, other ones than `make test` has,
# divided among the cores. SEEDS and FIRST choose others. A failure prints its seed; the same test
# with that number alone repeats it.
set -euo pipefail
oracle=$(dirname "${SCREE:?}")/tests/unit.explore.oracle
seeds=${SEEDS:-100000}
first=${FIRST:-1000000}
cores=$(nproc)
each=$(((seeds + cores - 1) / cores))
[ -x "$oracle" ] || { echo "no $oracle: the unit tests need cmocka" >&2 && exit 1; }
for ((i = 0; i < cores; i++)); do
	echo $((first + i * 10 * each)) "$each"
done | xargs -P "$cores" -L 1 "$oracle"
