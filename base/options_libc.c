/* SPDX-License-Identifier: MIT */
#include "base/options.h"

#include "base/text.h"
#include "base/vec.h"

#include <string.h>

#define HELP_COLUMN 26

/* Digits at the start of text; false where there are none or too many for 64 bits. */
static bool read_number(const char **text, uint64_t *v)
{
	const char *p = *text;
	uint64_t sum = 0;
	for (; *p >= '0' && *p <= '9'; p++)
		if (__builtin_mul_overflow(sum, 10, &sum) ||
		    __builtin_add_overflow(sum, (uint64_t)(*p - '0'), &sum))
			return false;
	bool some = p != *text;
	*text = p;
	*v = sum;
	return some;
}

struct unit {
	const char *name;
	uint64_t factor;
};

static bool read_with_unit(const char *text, const struct unit *units, size_t n, uint64_t *v)
{
	uint64_t number;
	if (!read_number(&text, &number))
		return false;
	for (size_t i = 0; i < n; i++)
		if (strcmp(text, units[i].name) == 0)
			return !__builtin_mul_overflow(number, units[i].factor, v);
	return false;
}

struct result parse_count(const char *text, uint64_t *v)
{
	static const struct unit units[] = {
	        {"", 1}, {"k", 1000}, {"K", 1000}, {"M", 1000000}, {"G", 1000000000},
	};
	if (read_with_unit(text, units, ARRAY_SIZE(units), v))
		return result_ok();
	return result_error("'%s' is not a number; write one such as 500, 20k or 3M", text);
}

struct result parse_duration(const char *text, uint64_t *milliseconds)
{
	static const struct unit units[] = {
	        {"", 1000},       {"ms", 1},          {"s", 1000},
	        {"m", 60 * 1000}, {"h", 3600 * 1000}, {"d", 24 * 3600 * 1000},
	};
	if (read_with_unit(text, units, ARRAY_SIZE(units), milliseconds))
		return result_ok();
	return result_error("'%s' is not a duration; write one such as 500ms, 90s, 10m, 1h or 1d",
	                    text);
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Levenshtein's distance, one row at a time. */
static size_t edit_distance(const char *a, const char *b)
{
	size_t n = strlen(b);
	size_t *row = mem_alloc((n + 1) * sizeof(*row));
	for (size_t j = 0; j <= n; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			size_t change = diagonal + (a[i - 1] != b[j - 1]);
			diagonal = row[j];
			row[j] = least(change, 1 + least(row[j], row[j - 1]));
		}
	}
	size_t distance = row[n];
	mem_free(row);
	return distance;
}

const char *closest_word(const char *word, const char *const *words, size_t n)
{
	const char *best = NULL;
	size_t limit = strlen(word) / 2 < 3 ? strlen(word) / 2 : 3;
	for (size_t i = 0; i < n; i++) {
		if (strlen(word) >= 3 && str_starts(words[i], word))
			return words[i];
		size_t distance = edit_distance(word, words[i]);
		if (distance <= limit) {
			best = words[i];
			limit = distance ? distance - 1 : 0;
		}
	}
	return best;
}

static struct result unknown(const struct option *table, size_t n, const char *name)
{
	VEC(const char *) names = {0};
	for (size_t i = 0; i < n; i++)
		vec_push(&names, table[i].name);
	vec_push(&names, "help");
	const char *near = closest_word(name, names.at, names.n);
	vec_release(&names);
	if (near)
		return result_error("unknown option --%s; did you mean --%s?", name, near);
	return result_error("unknown option --%s; --help lists the options", name);
}

static struct result store(const struct option *o, const char *value)
{
	switch (o->kind) {
	case OPTION_FLAG:
		*(bool *)o->to = true;
		return result_ok();
	case OPTION_STRING:
		*(const char **)o->to = value;
		return result_ok();
	case OPTION_COUNT:
		return parse_count(value, o->to);
	case OPTION_DURATION:
		return parse_duration(value, o->to);
	case OPTION_CUSTOM:
		return o->read(value, o->to);
	}
	BUG("option --%s has no kind", o->name);
}

/* value: what was attached to the option itself, or NULL. Takes the next word where needed. */
static struct result apply(const struct option *o, const char *value, int *at, int argc,
                           char **argv)
{
	if (!o->value) {
		if (value)
			return result_error("--%s takes no value", o->name);
		return store(o, NULL);
	}
	if (!value)
		value = o->fallback;
	if (!value) {
		if (*at + 1 >= argc)
			return result_error("--%s needs a value: --%s=%s", o->name, o->name,
			                    o->value);
		value = argv[++*at];
	}
	return result_within(store(o, value), "--%s", o->name);
}

static struct result parse_long(const struct option *table, size_t n, int *at, int argc,
                                char **argv)
{
	const char *name = argv[*at] + 2, *equals = strchr(name, '=');
	size_t length = equals ? (size_t)(equals - name) : strlen(name);
	for (size_t i = 0; i < n; i++)
		if (strlen(table[i].name) == length && memcmp(table[i].name, name, length) == 0)
			return apply(&table[i], equals ? equals + 1 : NULL, at, argc, argv);
	char *bare = str_format("%.*s", (int)length, name);
	struct result r = unknown(table, n, bare);
	mem_free(bare);
	return r;
}

static struct result parse_short(const struct option *table, size_t n, int *at, int argc,
                                 char **argv)
{
	const char *word = argv[*at];
	for (size_t i = 0; i < n; i++) {
		if (!table[i].alias || table[i].alias != word[1])
			continue;
		if (word[2] && !table[i].value)
			return result_error("-%c takes no value; write '-%c -%s' for two options",
			                    word[1], word[1], word + 2);
		return apply(&table[i], word[2] ? word + 2 : NULL, at, argc, argv);
	}
	return result_error("unknown option %s; --help lists the options", word);
}

struct result options_parse(const struct option *table, size_t n, int argc, char **argv,
                            struct command_line *rest)
{
	int i = 1;
	*rest = (struct command_line){0};
	for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
		if (strcmp(argv[i], "--") == 0) {
			i++;
			break;
		}
		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
			rest->help = true;
			return result_ok();
		}
		if (argv[i][1] == '-')
			GUARD(parse_long(table, n, &i, argc, argv));
		else
			GUARD(parse_short(table, n, &i, argc, argv));
	}
	rest->argc = argc - i;
	rest->argv = argv + i;
	return result_ok();
}

static void help_line(struct buf *out, const struct option *o)
{
	size_t start = out->n;
	if (o->alias)
		buf_printf(out, "  -%c, --%s", o->alias, o->name);
	else
		buf_printf(out, "      --%s", o->name);
	if (o->value)
		buf_printf(out, o->fallback ? "[=%s]" : "=%s", o->value);
	size_t width = out->n - start;
	if (width >= HELP_COLUMN) {
		buf_u8(out, '\n');
		width = 0;
	}
	buf_fill(out, ' ', HELP_COLUMN - width);
	for (const char *p = o->help; *p; p++) {
		buf_u8(out, (uint8_t)*p);
		if (*p == '\n')
			buf_fill(out, ' ', HELP_COLUMN);
	}
	buf_u8(out, '\n');
}

void options_help(struct buf *out, const struct option *table, size_t n)
{
	static const struct option help = {.name = "help", .alias = 'h', .help = "show this text"};
	for (size_t i = 0; i < n; i++)
		help_line(out, &table[i]);
	help_line(out, &help);
}
