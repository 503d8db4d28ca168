/* SPDX-License-Identifier: MIT */
/*
 * The result of a check as JUnit XML, for CI services: one suite with one test case, the program.
 * A finding is a failure, what cannot be checked an error, a search that was not finished is
 * skipped: it has neither passed nor failed. docs/report.md says what stands where.
 *
 *	struct junit j = {.program = …};
 *	junit_story(&j, &story); …
 *	junit_write(&out, &j, &end);
 *	junit_release(&j);
 *
 * No I/O. Valid XML whatever bytes the strings hold.
 */
#ifndef REPORT_JUNIT_H
#define REPORT_JUNIT_H

#include "report/model/story.h"
#include "report/verdict/verdict.h"

struct junit_failure {
	char *type, *message, *body;
};

struct junit_property {
	const char *name;
	uint64_t value;
};

struct junit {
	const char *program; /* the name of the test case, with its arguments */
	VEC(struct junit_failure) failures;
	VEC(struct junit_property) properties;
	struct buf warnings; /* text */
};

struct junit_end {
	enum verdict verdict;
	const char *text;  /* what it has shown; may be "" */
	const char *error; /* of VERDICT_ERROR, or NULL */
	double seconds;    /* negative: unknown */
};

/* A failure; of a story that is a warning only text. */
void junit_story(struct junit *j, const struct story *s);
void junit_write(struct buf *out, const struct junit *j, const struct junit_end *end);
void junit_release(struct junit *j);

#endif
