#!/bin/sh
# SPDX-License-Identifier: MIT
# Keeps the direction base <- event <- {race, explore} <- {engine <- runtime, jobs} <- report <- actions <- cli.
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
check engine "base event race explore"
check runtime "base event race explore engine"
check jobs "base event race explore"
check report "base event race explore jobs"
check actions "base event race explore jobs report"
check cli "base event race explore jobs report actions"

# Inside jobs: {deepening, system <- workers} <- controller <- store, and workers <- minimise.
below="base event race explore"
check jobs/deepening "$below"
check jobs/system "$below"
check jobs/workers "$below jobs/system"
check jobs/controller "$below jobs/deepening jobs/system jobs/workers"
check jobs/store "$below jobs/deepening jobs/system jobs/workers jobs/controller"
check jobs/minimise "$below jobs/system jobs/workers"

# Inside report: names <- words <- {model, verdict} <- render.
below="$below jobs"
check report/names "$below"
check report/words "$below report/names"
check report/model "$below report/names report/words"
check report/verdict "$below report/names report/words"
check report/render "$below report/names report/words report/model report/verdict"

# Sub-folders of cli share what stands in cli/ itself, and know of one another only as said here.
check_cli() {
	wrong=$(grep -rnE '^#include "cli/[a-z_]+/' "cli/$1" | grep -vE "\"cli/($1${2:+|$2})/") || true
	if [ -n "$wrong" ]; then
		echo "cli/$1/ includes another sub-folder of cli:" >&2
		echo "$wrong" | sed 's/^/    /' >&2
		status=1
	fi
}
check_cli cc
check_cli completion
check_cli live
check_cli gdb cc

# Inside the engine no two files include each other's headers, by whatever detour.
edges() {
	for file in engine/*.[ch]; do
		name=$(basename "${file%.*}")
		sed -n 's|^#include "engine/\([a-z_]*\)\.h"|\1|p' "$file" | while read -r other; do
			[ "$name" = "$other" ] || echo "$name $other"
		done
	done
}
if ! cycle=$(edges | sort -u | tsort 2>&1 >/dev/null); then
	echo "engine/ has a cycle of includes:" >&2
	echo "$cycle" | sed 's/^tsort: /    /' >&2
	status=1
fi
exit "$status"
