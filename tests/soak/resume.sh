#!/bin/bash
# SPDX-License-Identifier: MIT
# resume.sh: runs that are killed 60 (KILLS) times each and resumed, with seeds 1 to 5 (SEEDS).
set -euo pipefail
: "${SCREE:?}"
here=$(cd "$(dirname "$0")/.." && pwd)
for ((seed = 1; seed <= ${SEEDS:-5}; seed++)); do
	echo "seed $seed"
	SEED=$seed KILLS=${KILLS:-60} "$here/cli/test_resume.sh"
done
