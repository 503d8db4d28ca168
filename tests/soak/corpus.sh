#!/bin/bash
# SPDX-License-Identifier: MIT
# corpus.sh: every program (every EVERY-th) of the corpus with time enough, those that are marked slow included.
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
export SCREE_CORPUS_TIME=${SCREE_CORPUS_TIME:-300s} SCREE_CORPUS_WEAK=${SCREE_CORPUS_WEAK:-60s}
find "$here/programs/corpus" -name '*.c' -o -name '*.cpp' | sort |
	awk -v every="${EVERY:-1}" 'NR % every == 0' |
	xargs -P "$(nproc)" -n 1 "$here/corpus.sh" "${SCREE:?}"
