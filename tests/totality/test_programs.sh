#!/bin/bash
# SPDX-License-Identifier: MIT
# Totality on some of the real programs: those of the documents, and families whose programs end
# in the middle, where freed memory, waiting and atomics are. `make soak` takes all.
set -u
here=$(cd "$(dirname "$0")" && pwd)
programs=$here/../programs
export SCREE_TOTALITY_TIME=1s
"$here/compare.sh" "${SCREE:?}" "$here"/programs/*.c "$programs"/documents/*.c \
	"$programs"/annotations/assume*.c "$programs"/heap/uaf_in_some_schedules.c \
	"$programs"/heap/free_race.c "$programs"/misuse/destroy_waited_barrier.c \
	"$programs"/spin/*.c
