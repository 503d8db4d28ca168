/* SPDX-License-Identifier: MIT */
/*
 * Our own broken invariants, and the attributes every file uses.
 *
 * BUG() and BUG_ON() stay on in release builds: a checker must never run on
 * past a broken invariant and then say "verified".
 */
#ifndef BASE_BUG_H
#define BASE_BUG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#define MUST_USE               __attribute__((warn_unused_result))
#define NORETURN               __attribute__((noreturn))
#define ARRAY_SIZE(a)          (sizeof(a) / sizeof((a)[0]))

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/*
 * Prints "scree bug: FILE:LINE: message", then ends the process. Each side that
 * links base/ supplies its own: the tool prints and aborts; the runtime also
 * tells the controller, so that a worker's bug is never taken for a finding.
 */
NORETURN void bug_die(const char *file, int line, const char *fmt, ...) PRINTF_LIKE(3, 4);

#define BUG(...) bug_die(__FILE__, __LINE__, __VA_ARGS__)
#define BUG_ON(cond)                                                                               \
	do {                                                                                       \
		if (unlikely(cond))                                                                \
			BUG("%s", #cond);                                                          \
	} while (0)

#endif
