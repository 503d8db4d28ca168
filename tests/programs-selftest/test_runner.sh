#!/bin/bash
# SPDX-License-Identifier: MIT
# The runner of the test programs has to fail where an expectation is wrong: each program here says
# in "// fails:" what it must complain of.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/program-lib.sh
. "$here/../program-lib.sh"
failed=0

# check FILE
check() {
	local wanted output status
	wanted=$(header "$1" fails)
	output=$("$here/../run-program.sh" "$SCREE" "$1" gcc O0 2>&1)
	status=$?
	if [ "$wanted" = no ]; then
		[ $status -eq 0 ] && return
	elif [ $status -eq 1 ] && grep -qE -- "^FAIL programs-selftest/.*$wanted" <<<"$output"; then
		return
	fi
	printf '%s: status %d, expected: %s\n%s\n' "$1" $status "$wanted" "$output"
	failed=1
}

for file in "$here"/*.c; do
	check "$file"
done

printf 'int main(void) { return 0; }\n' >"${TMPDIR:-/tmp}/scree-no-header-$$.c"
"$here/../run-program.sh" "$SCREE" "${TMPDIR:-/tmp}/scree-no-header-$$.c" gcc O0 2>/dev/null
[ $? -eq 2 ] || {
	echo "a program without header is not refused"
	failed=1
}
rm -f "${TMPDIR:-/tmp}/scree-no-header-$$.c"
exit $failed
