/* SPDX-License-Identifier: MIT */
/* --pp=FILE:LINE, --within, --without, --ignore-function, --trust-function, --module. */
#ifndef ACTIONS_CODE_OPTIONS_H
#define ACTIONS_CODE_OPTIONS_H

#include "actions/settings.h"
#include "event/code_rules.h"
#include "event/code_words.h"
#include "jobs/workers/program.h"

/* The table points into w. */
void code_options_add(struct option_table *t, struct code_words *w);
/* Those that stand in schedule files as options; each to be freed. */
void code_options_record(const struct code_words *w, string_vec *options);

/*
 * Looks the words up in the program, its libraries and the files of --module. Fails where one
 * names nothing. rules is released by code_rules_release in either case.
 */
struct result code_options_resolve(const struct code_words *w, const struct program *p,
                                   struct code_rules *rules) MUST_USE;

#endif
