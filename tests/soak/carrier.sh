#!/bin/bash
# SPDX-License-Identifier: MIT
# carrier.sh: every test program (every EVERY-th) on fibers and on OS threads, with gcc and clang at -O0, -O1 and -O2.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
find "$here/programs" -name '*.c' -o -name '*.cpp' | sort |
	awk -v every="${EVERY:-1}" 'NR % every == 0' |
	xargs -P "$(nproc)" -n 16 "$here/carrier/compare.sh" "${SCREE:?}" \
		"gcc:O0 gcc:O1 gcc:O2 clang:O0 clang:O1 clang:O2"
