/* SPDX-License-Identifier: MIT */
/*
 * Race analysis by its definition, for comparison with race/: all pairs of events, and the two
 * orders as the closure of their edges. Written from docs/races.md and event/op.def, not from
 * race/.
 */
#ifndef ORACLE_RACES_H
#define ORACLE_RACES_H

#include "event/race.h"

#define RACES_EVENTS_MOST 512

/* Two places, in the order of their keys, and what was seen of them (enum race_flag). */
struct race_pair {
	uint64_t a, b; /* race_place() */
	uint8_t flags;
};
typedef VEC(struct race_pair) race_pair_vec;

/* One number for a pc and what is done there. */
uint64_t race_place(uint64_t pc, uint8_t kind, uint8_t writes);
/* The candidates of one execution, sorted. At most RACES_EVENTS_MOST events. */
void races_by_definition(const struct event *events, size_t n, enum race_mode mode,
                         race_pair_vec *out);
/* Puts a pair into its place. */
void race_pairs_sort(race_pair_vec *pairs);

#endif
