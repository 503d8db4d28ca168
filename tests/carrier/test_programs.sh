#!/bin/bash
# SPDX-License-Identifier: MIT
# A part of the test programs behaves alike on fibers and on OS threads. `make soak` takes all.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
list=$(find "$here/programs" -name '*.c' -o -name '*.cpp' | sort | awk 'NR % 14 == 1')
# What depends on signals, thread exit, TLS and unwinding is never left out.
list="$list $(ls "$here"/programs/{crash,tls,ending}/*.c*)"
tr ' ' '\n' <<<"$list" | sort -u | xargs "$here/carrier/compare.sh" "${SCREE:?}" gcc:O1
