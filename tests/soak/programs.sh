#!/bin/bash
# SPDX-License-Identifier: MIT
# programs.sh: every test program (every EVERY-th) with gcc and clang at -O0, -O1 and -O2, in process and forked.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
find "$here/programs" -path '*/corpus' -prune -o -name '*.c' -print -o -name '*.cpp' -print | sort |
	awk -v every="${EVERY:-1}" 'NR % every == 0' |
	xargs -P "$(nproc)" -I{} "$here/run-program.sh" "${SCREE:?}" {} "gcc:O0,O1,O2 clang:O0,O1,O2" ""
