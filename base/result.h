/* SPDX-License-Identifier: MIT */
/*
 * The outcome of something that the environment or the user can make fail.
 *
 * A failed result owns its message: what is wrong and what to do about it, one
 * sentence or two, without a newline at the end. Whoever receives it passes it on
 * (GUARD), prints it and releases it, or ignores it knowingly (result_ignore).
 */
#ifndef BASE_RESULT_H
#define BASE_RESULT_H

#include "base/mem.h"

#include <stdarg.h>

struct result {
	char *error; /* NULL: it worked */
};

static inline bool result_failed(struct result r)
{
	return r.error != NULL;
}

static inline struct result result_ok(void)
{
	return (struct result){0};
}

struct result result_error(const char *fmt, ...) PRINTF_LIKE(1, 2) MUST_USE;
/* result_error with ": " and the words of errno at the end. */
struct result result_errno(const char *fmt, ...) PRINTF_LIKE(1, 2) MUST_USE;
/* r with "text: " in front of its message; ok stays ok. Takes r over. */
struct result result_within(struct result r, const char *fmt, ...) PRINTF_LIKE(2, 3) MUST_USE;
/* The first that failed; the other one is let go. Takes both over. */
struct result result_first(struct result a, struct result b) MUST_USE;
void result_release(struct result *r);
/* For the rare place where a failure changes nothing. */
void result_ignore(struct result r);

/* In a function that returns struct result: leaves it where expr fails. */
#define GUARD(expr)                                                                                \
	do {                                                                                       \
		struct result guard_ = (expr);                                                     \
		if (unlikely(result_failed(guard_)))                                               \
			return guard_;                                                             \
	} while (0)

/* The same where something is to be released first: keeps the failure in r, goes to label. */
#define GUARD_GOTO(r, expr, label)                                                                 \
	do {                                                                                       \
		(r) = (expr);                                                                      \
		if (unlikely(result_failed(r)))                                                    \
			goto label;                                                                \
	} while (0)

#endif
