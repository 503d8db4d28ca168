#!/bin/bash
# SPDX-License-Identifier: MIT
# totality.sh: Iterative Deepening comes to what preempting everywhere comes to, on every test program
# (every EVERY-th) that is small enough, and on SEEDS generated ones.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
find "$here/programs" "$here/totality/programs" -name '*.c' -o -name '*.cpp' | sort |
	awk -v every="${EVERY:-1}" 'NR % every == 0' |
	xargs "$here/totality/compare.sh" "${SCREE:?}"
"$(dirname "$SCREE")/tests/unit.jobs.totality" 1200 $((1200 + ${SEEDS:-18800}))
