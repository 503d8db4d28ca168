#!/bin/bash
# SPDX-License-Identifier: MIT
# memory.sh: memory stays flat over 10 million (EXECUTIONS) executions.
set -euo pipefail
scree=${SCREE:?}
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$scree" cc -O2 "$here/bench/programs/counter2.c" -o "$work/counter2"
peak() {
	"$scree" run -q --schedule=random:1 --executions="$1" --summary="$work/summary" \
		"$work/counter2" >/dev/null
	grep -o '"peak_rss_kb": *[0-9]*' "$work/summary" | grep -o '[0-9]*$'
}
many=${EXECUTIONS:-10000000}
small=$(peak $((many / 100)))
large=$(peak "$many")
echo "peak memory: $small KB after $((many / 100)) executions, $large KB after $many"
((large <= small + 1024))
