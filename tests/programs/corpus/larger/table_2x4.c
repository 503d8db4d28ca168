// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=26 everywhere=52
// misses: sync-only, single (needs a switch at an access that races)
// weak: sync-only, single (an access that races, and nobody minds)
// slow: larger on purpose, for bench/eval
// covers: tests with many accesses that do not matter, as QUICKSAND's have
#define THREADS 2
#define KEYS    4
#include "table.h"
