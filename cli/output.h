/* SPDX-License-Identifier: MIT */
/* What the commands that execute programs print of their results, and how. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "actions/results.h"

/* "scree COMMAND: message" and the stack of an error, to stderr. */
void output_error(const struct output *o);
/* One finding with its replay command; several: it is one of many executions. */
void output_finding(const struct output *o, size_t i, bool several);
void output_trace(const struct output *o);
void output_stats(const struct output *o);
/* "3 executions, 120 events, 1 finding, 2 warnings", without a newline. */
void output_numbers(const struct output *o, struct buf *b);

/* A reader that has left early (EPIPE) has seen what it wanted. */
struct result output_flush(void) MUST_USE;
/* Prints and empties. */
void output_print(struct buf *b, FILE *out);

/*
 * The exit status of a command, after its last message on stderr. status: what is known
 * of it so far, below 0 where nothing has been printed; json: then an object says it too.
 */
int command_end(const char *command, struct result r, bool json, int status);

#endif
