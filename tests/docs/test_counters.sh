#!/bin/bash
# SPDX-License-Identifier: MIT
# Every counter of event/counter.def is counted somewhere: one that is not promises that something
# would be told which never is.
set -euo pipefail
cd "$(dirname "$0")/../.."
names=$(sed -n 's/^COUNTER(\([A-Z_]*\),.*/\1/p' event/counter.def)
[ "$(wc -w <<<"$names")" -gt 10 ] || { echo "FAIL: no counters in event/counter.def" && exit 1; }
failed=0
for name in $names; do
	grep -rqw --include='*.c' --include='*.h' "COUNT_$name" engine runtime explore race jobs || {
		echo "FAIL: nothing counts $name"
		failed=1
	}
done
exit "$failed"
