/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "base/options.h"
#include "base/text.h"

#include <string.h>

struct values {
	bool flag;
	const char *string, *trace;
	uint64_t count, duration;
	int custom;
};

static struct result read_custom(const char *value, void *to)
{
	if (strcmp(value, "seven") != 0)
		return result_error("'%s' is not seven", value);
	*(int *)to = 7;
	return result_ok();
}

#define N_OPTIONS 6

static void make_table(struct option *table, struct values *v)
{
	const struct option options[N_OPTIONS] = {
	        {"quiet", 'q', OPTION_FLAG, &v->flag, NULL, NULL, NULL, "say less"},
	        {"name", 'n', OPTION_STRING, &v->string, "NAME", NULL, NULL, "a name"},
	        {"executions", 0, OPTION_COUNT, &v->count, "N", NULL, NULL, "how\nmany"},
	        {"time", 0, OPTION_DURATION, &v->duration, "TIME", NULL, NULL, "how long"},
	        {"custom", 0, OPTION_CUSTOM, &v->custom, "SEVEN", NULL, read_custom, "seven"},
	        {"trace", 't', OPTION_STRING, &v->trace, "FORMAT", "text", NULL, "a trace"},
	};
	memcpy(table, options, sizeof(options));
}

/* Words are separated by blanks. Gives the message, to be freed, or NULL. */
static char *parse(const char *line, struct values *v, struct command_line *rest)
{
	static char copy[256];
	static char *argv[32];
	char *save;
	int argc = 0;
	struct option table[N_OPTIONS];
	make_table(table, v);
	strcpy(copy, line);
	for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	argv[argc] = NULL;
	return options_parse(table, N_OPTIONS, argc, argv, rest).error;
}

static void values_in_all_forms(void **state)
{
	struct values v = {0};
	struct command_line rest;
	(void)state;
	assert_null(parse("x --quiet --name=a --executions 20k --time=90s --custom seven prog -q",
	                  &v, &rest));
	assert_true(v.flag);
	assert_string_equal(v.string, "a");
	assert_int_equal(v.count, 20000);
	assert_int_equal(v.duration, 90000);
	assert_int_equal(v.custom, 7);
	assert_int_equal(rest.argc, 2);
	assert_string_equal(rest.argv[0], "prog");
	assert_string_equal(rest.argv[1], "-q");
	assert_null(parse("x -q -nfoo -n bar", &v, &rest));
	assert_string_equal(v.string, "bar");
	assert_int_equal(rest.argc, 0);
	assert_null(parse("x --name= -- --quiet", &v, &rest));
	assert_string_equal(v.string, "");
	assert_string_equal(rest.argv[0], "--quiet");
}

static void optional_value(void **state)
{
	struct values v = {0};
	struct command_line rest;
	(void)state;
	assert_null(parse("x --trace prog", &v, &rest));
	assert_string_equal(v.trace, "text");
	assert_string_equal(rest.argv[0], "prog");
	assert_null(parse("x --trace=json", &v, &rest));
	assert_string_equal(v.trace, "json");
	assert_null(parse("x -t prog", &v, &rest));
	assert_string_equal(v.trace, "text");
}

static void messages(void **state)
{
	static const struct {
		const char *line, *message;
	} cases[] = {
	        {"x --quite", "unknown option --quite; did you mean --quiet?"},
	        {"x --exec=3", "unknown option --exec; did you mean --executions?"},
	        {"x --zzzzzz", "unknown option --zzzzzz; --help lists the options"},
	        {"x -z", "unknown option -z; --help lists the options"},
	        {"x -qn", "-q takes no value; write '-q -n' for two options"},
	        {"x --quiet=1", "--quiet takes no value"},
	        {"x --name", "--name needs a value: --name=NAME"},
	        {"x --executions=abc",
	         "--executions: 'abc' is not a number; write one such as 500, 20k or 3M"},
	        {"x --executions=99999999999999999999",
	         "--executions: '99999999999999999999' is not a number; write one such as 500, 20k "
	         "or 3M"},
	        {"x --executions=18446744073709551615k",
	         "--executions: '18446744073709551615k' is not a number; write one such as 500, "
	         "20k or 3M"},
	        {"x --time=5w", "--time: '5w' is not a duration; write one such as 500ms, 90s, "
	                        "10m, 1h or 1d"},
	        {"x --custom=six", "--custom: 'six' is not seven"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct values v = {0};
		struct command_line rest;
		char *error = parse(cases[i].line, &v, &rest);
		assert_non_null(error);
		assert_string_equal(error, cases[i].message);
		mem_free(error);
	}
}

static void durations_and_counts(void **state)
{
	static const struct {
		const char *text;
		uint64_t milliseconds;
	} cases[] = {{"500ms", 500},  {"2", 2000},      {"90s", 90000}, {"10m", 600000},
	             {"1h", 3600000}, {"1d", 86400000}, {"0", 0}};
	uint64_t v;
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_false(result_failed(parse_duration(cases[i].text, &v)));
		assert_int_equal(v, cases[i].milliseconds);
	}
	assert_false(result_failed(parse_count("3M", &v)));
	assert_int_equal(v, 3000000);
	static const char *const bad[] = {"", "-1", "1.5", "k", "1kk", " 1", "0x10"};
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct result r = parse_count(bad[i], &v);
		assert_true(result_failed(r));
		result_release(&r);
	}
}

static void help_is_made_from_the_table(void **state)
{
	struct values v = {0};
	struct option table[N_OPTIONS];
	struct command_line rest;
	struct buf b = {0};
	(void)state;
	make_table(table, &v);
	options_help(&b, table, N_OPTIONS);
	assert_non_null(strstr(buf_cstr(&b), "  -q, --quiet             say less\n"));
	assert_non_null(strstr(buf_cstr(&b), "      --executions=N      how\n"
	                                     "                          many\n"));
	assert_non_null(strstr(buf_cstr(&b), "  -t, --trace[=FORMAT]    a trace\n"));
	assert_non_null(strstr(buf_cstr(&b), "  -h, --help              show this text\n"));
	buf_release(&b);
	assert_null(parse("x -q --help --unknown", &v, &rest));
	assert_true(rest.help);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(values_in_all_forms),
	        cmocka_unit_test(optional_value),
	        cmocka_unit_test(messages),
	        cmocka_unit_test(durations_and_counts),
	        cmocka_unit_test(help_is_made_from_the_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
