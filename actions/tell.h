/* SPDX-License-Identifier: MIT */
/* From findings to stories (report/model/story.h): what the commands that show findings share. */
#ifndef ACTIONS_TELL_H
#define ACTIONS_TELL_H

#include "actions/results.h"
#include "report/model/story.h"

/* Where the execution of a finding comes from; either may be NULL. */
struct told {
	const char *file; /* the finding file, for commands */
	const struct schedule *schedule;
};

/*
 * The story of one of o's findings, whose execution was the last one of the outcome and was run
 * with WIRE_DETAIL. Where the schedule was minimised, the nearest one that passes is run for it,
 * too. To be released.
 */
void tell_story(struct story *s, const struct output *o, size_t i, const struct told *of);
/* The same as text, kept in o->stories. */
void tell_finding(struct output *o, size_t i, const struct schedule *schedule);
typedef void story_fn(const struct story *s, void *arg);
/*
 * Runs the schedule of one of o's findings again in detail, with what the program prints thrown
 * away, and hands its story to use. False: it was not, since it is no error, its schedule is
 * not known, or it did not show the same again.
 */
bool retell(const struct output *o, size_t i, story_fn *use, void *arg);
/*
 * The same for the first few errors: their stories as text are kept. One that does not show the
 * same again has none; what is known of the finding is printed in any case.
 */
void retell_findings(struct output *o);

/*
 * The story of the first error that can be retold as an HTML page (report/render/html.h), to the
 * file. Fails where none can; nothing where there is no error.
 */
struct result tell_page(const struct output *o, const char *to) MUST_USE;

/* A configuration that follows a schedule and records all there is to tell. */
void tell_configure(struct wire_config *c, const choice_vec *choices);

#endif
