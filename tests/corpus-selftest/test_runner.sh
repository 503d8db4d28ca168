#!/bin/bash
# SPDX-License-Identifier: MIT
# The runner of the corpus has to fail where a promise is broken: each program here says in "// fails:"
# what it must complain of.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/program-lib.sh
. "$here/../program-lib.sh"
failed=0

# check FILE
check() {
	local wanted output status
	wanted=$(header "$1" fails)
	case $wanted in
	clang*) command -v clang >/dev/null || return 0 ;;
	esac
	output=$("$here/../corpus.sh" "$SCREE" "$1" 2>&1)
	status=$?
	if [ "$wanted" = no ]; then
		[ $status -eq 0 ] && [ -z "$output" ] && return
	elif [ $status -eq 1 ] && grep -qE -- "^FAIL corpus-selftest/.*$wanted" <<<"$output"; then
		return
	fi
	printf '%s: status %d, expected: %s\n%s\n' "$1" $status "$wanted" "$output"
	failed=1
}

for file in "$here"/*.c; do
	check "$file"
done

"$here/../corpus.sh" "$SCREE" "$here/no-such-file.c" 2>/dev/null
[ $? -eq 2 ] || {
	echo "a file that is not there is not refused"
	failed=1
}
"$here/../corpus.sh" --measure "$SCREE" "$here/right.c" | grep -qxF '// preemptions: 1' || {
	echo "--measure does not count preemptions"
	failed=1
}
exit $failed
