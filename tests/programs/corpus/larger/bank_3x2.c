// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=315 everywhere=3606
// weak: sync-only, single (an access that races, and nobody minds)
// slow: larger on purpose, for bench/eval
// covers: tests with many accesses that do not matter, as QUICKSAND's have
#define TELLERS 3
#define ROUNDS  2
#include "bank.h"
