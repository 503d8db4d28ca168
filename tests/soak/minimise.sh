#!/bin/bash
# SPDX-License-Identifier: MIT
# The minimiser on all programs that have a finding; `make test` takes every third.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
EVERY=1 exec "$here/minimise/test_programs.sh"
