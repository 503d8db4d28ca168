#!/bin/bash
# SPDX-License-Identifier: MIT
# Real programs whose number of different schedules is known: optimal reduction runs exactly so
# many, none of them blocked. Each program says why its number is what it is. Nidhugg and GenMC
# agree on all of them; those of the indexer and the file system stand in inspect's table 1.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# check NAME EXECUTIONS FLAGS...
check() {
	local name=$1 expected=$2 got
	shift 2
	"$SCREE" cc -O1 "$@" "$here/programs/$name.c" -o "$work/$name"
	got=$("$SCREE" check -q --pp=everywhere --findings=none --summary="$work/summary" "$work/$name" >/dev/null || true
		sed -n 's/.*"verdict": *"\([a-z]*\)".*/\1/p; s/.*"executions": *\([0-9]*\),*$/\1/p;
			s/.*"blocked_executions": *\([0-9]*\),*$/\1/p' "$work/summary" | head -3 | tr '\n' ' ')
	if [ "$got" != "verified $expected 0 " ]; then
		echo "FAIL $name $*: expected 'verified $expected 0', got '$got'"
		failed=1
	fi
}

check indexer 1 -DN=11
check indexer 8 -DN=12
check indexer 64 -DN=13
check indexer 512 -DN=14
check indexer 4096 -DN=15
check filesystem 1 -DN=13
check filesystem 2 -DN=14
check filesystem 8 -DN=16
check filesystem 32 -DN=18
check filesystem 128 -DN=20
check filesystem 512 -DN=22
check filesystem 2048 -DN=24
check filesystem 8192 -DN=26
check counter 34904 -DN=2 -DK=5
check counter 372436 -DN=2 -DK=6
check counter 7134 -DN=3 -DK=2
check lastzero 15360 -DN=12
check readers 65536 -DN=16
check mutex 34650 -DN=3 -DK=4
check philosophers 4094 -DN=12
if [ "${SCREE_LONG-}" ]; then
	check indexer 32768 -DN=16
	check counter 4027216 -DN=2 -DK=7
	check counter 1824912 -DN=3 -DK=3
	check mutex 369600 -DN=4 -DK=3
fi
exit "$failed"
