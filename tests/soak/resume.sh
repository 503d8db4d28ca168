#!/bin/bash
# SPDX-License-Identifier: MIT
# resume.sh: runs that are killed 60 times each and resumed, over several seeds.
set -euo pipefail
: "${SCREE:?}"
here=$(cd "$(dirname "$0")/.." && pwd)
for seed in 1 2 3 4 5; do
	echo "seed $seed"
	SEED=$seed KILLS=60 "$here/cli/test_resume.sh"
done
