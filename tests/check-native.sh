#!/bin/bash
# SPDX-License-Identifier: MIT
#
# usage: check-native.sh [-r TIMES] [-s SANITIZER] COMPILER OPTLEVELS FILE...
#
# Tests the test programs: compiles each one without scree, with all warnings as errors, and runs
# those that expect "ok" TIMES times (20). They must end with status 0. So a program that scree
# reports wrongly cannot be right by mistake. With -s (address, thread, undefined) the
# sanitizer has to agree.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/program-lib.sh
. "$here/program-lib.sh"

times=20
sanitize=
while getopts r:s: opt; do
	case $opt in
	r) times=$OPTARG ;;
	s) sanitize=-fsanitize=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -ge 3 ] || {
	sed -n 's/^# usage/usage/p' "$0" >&2
	exit 2
}
compiler=$1 levels=$2
shift 2

work=$(mktemp -d "${TMPDIR:-/tmp}/scree-native-XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

# check FILE LEVEL
check() {
	local cc=$compiler command output status i
	is_cxx "$1" && cc=$(cxx_of "$compiler")
	words command "$cc -$2 -g -I$here/../include $sanitize $1" \
		"$(compiler_flags "$1" "$compiler") -o $work/prog"
	if ! output=$("${command[@]}" 2>&1); then
		printf 'FAIL %s\n%s\n' "${command[*]}" "$output"
		return 1
	fi
	[ "$(header "$1" expect)" = ok ] && [ -z "$(header "$1" native)" ] || return 0
	for ((i = 0; i < times; i++)); do
		output=$(cd "$work" && timeout 60 ./prog 2>&1 </dev/null)
		status=$?
		if [ $status -ne 0 ]; then
			printf 'FAIL status %d: %s\n%s\n' $status "${command[*]}" "$output"
			return 1
		fi
	done
}

for file in "$@"; do
	for level in $levels; do
		check "$file" "$level" || failed=$((failed + 1))
	done
done
[ $failed -eq 0 ] || {
	echo "$failed failed"
	exit 1
}
