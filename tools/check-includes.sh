#!/bin/sh
# SPDX-License-Identifier: MIT
# Keeps the direction base <- event <- {race, explore, runtime} <- jobs <- report <- cli.
# A folder may include itself and what stands after its name here.
set -eu
cd "$(dirname "$0")/.."

status=0
check() {
	folder=$1
	allowed=$2
	[ -d "$folder" ] || return 0
	# Every #include "FOLDER/..." names its folder first.
	wrong=$(find "$folder" -name '*.[chS]' -o -name '*.def' | sort | xargs -r grep -nE \
		'^[[:space:]]*#[[:space:]]*include[[:space:]]+"' /dev/null |
		grep -vE "\"($(echo "$folder $allowed" | tr ' ' '|'))/[^\"]*\"") || true
	if [ -n "$wrong" ]; then
		echo "$folder/ may include only: $folder $allowed" >&2
		echo "$wrong" | sed 's/^/    /' >&2
		status=1
	fi
}

check base ""
check event "base"
check race "base event"
check explore "base event"
check runtime "base event race explore"
check jobs "base event race explore"
check report "base event race explore jobs"
check cli "base event race explore jobs report"
exit "$status"
