#!/bin/sh
# SPDX-License-Identifier: MIT
# The parts of bench/eval by themselves: unit_*.py. Skipped without Python.
set -eu
command -v python3 >/dev/null || exit 77
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$here/../../bench:$here" \
	exec python3 -m unittest discover -s "$here" -p 'unit_*.py' -t "$here"
