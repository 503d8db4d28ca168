#!/bin/bash
# SPDX-License-Identifier: MIT
# fuzz.sh: 100,000 (RUNS) inputs for each parser: by libFuzzer under ASan and UBSan, and as many by our own driver.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
build=$(dirname "${SCREE:?}")
runs=${RUNS:-100000}
FUZZ_RUNS=$runs "$here/tools/fuzz.sh" "$build/fuzz" "$(nproc)"
for target in "$build"/tests/fuzz.*; do
	"$target" "$runs" 1000000
done
