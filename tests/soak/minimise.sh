#!/bin/bash
# SPDX-License-Identifier: MIT
# minimise.sh: the minimiser on all programs (every EVERY-th) that have a finding; `make test` takes every third.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
EVERY=${EVERY:-1} exec "$here/minimise/test_programs.sh"
