/* SPDX-License-Identifier: MIT */
/*
 * Command-line options from a table.
 *
 * Long options take their value as --name=value or --name value, short ones as
 * -xvalue or -x value. Parsing stops at the first word that is no option, and
 * after "--": what follows belongs to the tested program. --help and -h are known
 * to every table.
 */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include "base/buf.h"
#include "base/result.h"

enum option_kind {
	OPTION_FLAG,     /* bool *: becomes true */
	OPTION_STRING,   /* const char **: points into argv */
	OPTION_COUNT,    /* uint64_t *: 500, 20k, 3M */
	OPTION_DURATION, /* uint64_t *: milliseconds; 500ms, 90s, 10m, 1h, 1d; a bare number is
	                    seconds */
	OPTION_CUSTOM,   /* void *: handed to read */
};

struct option {
	const char *name; /* without the dashes */
	char alias;       /* one letter, or 0 */
	enum option_kind kind;
	void *to;
	const char *value;    /* what the help text calls the value; NULL for a flag */
	const char *fallback; /* the value of --name alone, where it may stand alone */
	/* OPTION_CUSTOM: its message need not name the option. */
	struct result (*read)(const char *value, void *to);
	const char *help; /* may hold newlines */
};

struct command_line {
	bool help; /* --help was given; nothing else counts */
	int argc;  /* the words that are left, in place */
	char **argv;
};

/* argv[0] is skipped. Fails with a sentence to show after "scree COMMAND: ". */
struct result options_parse(const struct option *table, size_t n, int argc, char **argv,
                            struct command_line *rest) MUST_USE;
/* One entry for each option, aligned. */
void options_help(struct buf *out, const struct option *table, size_t n);

struct result parse_count(const char *text, uint64_t *v) MUST_USE;
struct result parse_duration(const char *text, uint64_t *milliseconds) MUST_USE;
/* The closest of the words, or NULL where none is near. */
const char *closest_word(const char *word, const char *const *words, size_t n);

#endif
