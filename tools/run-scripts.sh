#!/bin/sh
# SPDX-License-Identifier: MIT
# run-scripts.sh SCREE FOLDER: runs every FOLDER/*.sh with SCREE in the environment; fails if one does.
set -eu

SCREE=$(realpath "$1")
export SCREE
failed=0
found=0
for script in "$2"/*.sh; do
	[ -x "$script" ] || continue
	found=1
	echo "== $script"
	"$script" || { echo "FAILED: $script" >&2; failed=1; }
done
[ "$found" = 1 ] || echo "$2: no scripts to run"
exit "$failed"
