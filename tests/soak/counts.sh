#!/bin/bash
# SPDX-License-Identifier: MIT
# counts.sh: the exact numbers of schedules, with those that take minutes (SCREE_LONG= leaves them out).
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
SCREE_LONG=${SCREE_LONG-1} "$here/counts/test_counts.sh"
