/* SPDX-License-Identifier: MIT */
#include "cli/exec_options.h"

#include "base/text.h"
#include "event/pp_set.h"

#include <stdio.h>
#include <string.h>

/* ---- values ---- */

static struct result read_pp(const char *value, void *to)
{
	struct exec_options *o = to;
	o->pp_given = true;
	strings_release(&o->code.points);
	return pp_set_parse(value, &o->pp_set, &o->code.points);
}

static struct result read_carrier(const char *value, void *to)
{
	struct exec_options *o = to;
	o->carrier_given = true;
	o->os_threads = strcmp(value, "threads") == 0;
	if (o->os_threads || strcmp(value, "fibers") == 0)
		return result_ok();
	return result_error("'%s' is not known; use fibers or threads", value);
}

static struct result read_trace(const char *value, void *to)
{
	static const char *const names[] = {
	        [TRACE_NONE] = "none", [TRACE_TEXT] = "text", [TRACE_JSON] = "json"};
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strcmp(value, names[i]) == 0) {
			*(enum trace_format *)to = (enum trace_format)i;
			return result_ok();
		}
	return result_error("'%s' is not known; use text, json or none", value);
}

static struct result read_json(const char *value, void *to)
{
	struct exec_options *o = to;
	o->json = true;
	o->json_lines = strcmp(value, "lines") == 0;
	if (o->json_lines || strcmp(value, "object") == 0)
		return result_ok();
	return result_error("'%s' is not known; use object or lines", value);
}

static struct result read_show_output(const char *value, void *to)
{
	*(bool *)to = strcmp(value, "all") == 0;
	if (*(bool *)to || strcmp(value, "first") == 0)
		return result_ok();
	return result_error("'%s' is not known; use first or all", value);
}

/* ---- tables ---- */

void option_table_help(const struct option_table *t, const char *text)
{
	struct buf b = {0};
	buf_text(&b, text);
	options_help(&b, t->at, t->n);
	buf_print(&b, stdout);
	buf_release(&b);
}

static void add_pp(struct option_table *t, struct exec_options *o)
{
	const struct option pp = {"pp",
	                          0,
	                          OPTION_CUSTOM,
	                          o,
	                          "SET",
	                          NULL,
	                          read_pp,
	                          "where threads may be switched: everywhere (default),\n"
	                          "all (synchronization only), yield, or a list of create, join,\n"
	                          "lock, unlock, signal, sem, barrier, atomic, preempt, memory\n"
	                          "and of places: FILE:LINE, 0xPC, MODULE+0xPC"};
	option_table_add(t, &pp, 1);
}

static void add_program(struct option_table *t, struct exec_options *o)
{
	const struct option table[] = {
	        {"stuck-after", 0, OPTION_DURATION, &o->stuck_ms, "TIME", NULL, NULL,
	         "without progress for so long the program is stuck (default 10s)"},
	        {"stdin", 0, OPTION_STRING, &o->stdin_file, "FILE", NULL, NULL,
	         "the program's standard input"},
	};
	option_table_add(t, table, ARRAY_SIZE(table));
}

static void add_carrier(struct option_table *t, struct exec_options *o)
{
	const struct option carrier = {
	        "carrier",
	        0,
	        OPTION_CUSTOM,
	        o,
	        "WHAT",
	        NULL,
	        read_carrier,
	        "fibers: all threads on one OS thread (default)\n"
	        "threads: an OS thread for each, one runs at a time; slower"};
	option_table_add(t, &carrier, 1);
}

static void add_many(struct option_table *t, struct exec_options *o)
{
	const struct option table[] = {
	        {"continue", 0, OPTION_FLAG, &o->go_on, NULL, NULL, NULL,
	         "do not stop at the first finding; list the distinct ones"},
	        {"show-output", 0, OPTION_CUSTOM, &o->all_output, "WHICH", NULL, read_show_output,
	         "first: what the program prints in the first execution (default)\n"
	         "all: in every execution"},
	};
	option_table_add(t, table, ARRAY_SIZE(table));
}

static void add_trace(struct option_table *t, struct exec_options *o)
{
	const struct option trace = {
	        "trace",       't',
	        OPTION_CUSTOM, &o->trace,
	        "FORMAT",      "text",
	        read_trace,    "show each step of the last execution: text, json or none"};
	option_table_add(t, &trace, 1);
}

static void add_result(struct option_table *t, struct exec_options *o)
{
	const struct option table[] = {
	        {"json", 0, OPTION_CUSTOM, o, "HOW", "object", read_json,
	         "the whole result as one JSON object on stdout; what the program\n"
	         "prints goes to stderr. lines: as the last of many lines, each an\n"
	         "object that says what happens (docs/json.md)"},
	        {"summary", 0, OPTION_STRING, &o->summary, "FILE", NULL, NULL,
	         "write the result, without the trace, as JSON to FILE"},
	        {"stats", 0, OPTION_FLAG, &o->stats, NULL, NULL, NULL,
	         "executions per second, events, memory"},
	        {"quiet", 'q', OPTION_FLAG, &o->quiet, NULL, NULL, NULL, "print findings only"},
	};
	option_table_add(t, table, ARRAY_SIZE(table));
}

static void add_story(struct option_table *t, struct exec_options *o)
{
	const struct option table[] = {
	        {"verbose", 'v', OPTION_FLAG, &o->verbose, NULL, NULL, NULL,
	         "tell every step of a finding, not only those that matter"},
	        {"source-root", 0, OPTION_STRING, &o->source_root, "DIR", NULL, NULL,
	         "look for source files below DIR first, where they were moved"},
	};
	option_table_add(t, table, ARRAY_SIZE(table));
}

void exec_options_add(struct option_table *t, struct exec_options *o, unsigned groups)
{
	static void (*const add[])(struct option_table *, struct exec_options *) = {
	        exec_options_add_recorded,
	        add_pp,
	        add_program,
	        add_many,
	        add_trace,
	        add_result,
	        add_carrier,
	        add_story,
	};
	for (size_t i = 0; i < ARRAY_SIZE(add); i++)
		if (groups >> i & 1)
			add[i](t, o);
}

/* ---- all together ---- */

struct result exec_options_check(const struct exec_options *o)
{
	if (o->stuck_ms == 0)
		return result_error("--stuck-after: give a time above 0");
	for (int i = 0; i < LOOP_LIMIT_COUNT; i++)
		if (o->loops[i] > UINT32_MAX)
			return result_error("--%s: give at most %u", loop_limit_info[i].option,
			                    UINT32_MAX);
	return result_ok();
}

struct result exec_options_parse(struct exec_options *o, const struct option_table *t,
                                 const char *command, int argc, char **argv,
                                 struct command_line *rest)
{
	GUARD(options_parse(t->at, t->n, argc, argv, rest));
	o->help = rest->help;
	if (rest->help || rest->argc)
		return result_ok();
	return result_error("which program? `scree %s PROG` or `scree %s FILE.c`", command,
	                    command);
}

void exec_options_words(struct exec_options *o, const struct command_line *rest)
{
	if (rest->argc == 0)
		return;
	o->program = rest->argv[0];
	o->args = rest->argv + 1;
	if (o->args[0] && strcmp(o->args[0], "--") == 0)
		o->args++;
}

/* ---- commands that run a finding file once more ---- */

enum { WORD_FILE, WORD_PROGRAM, WORD_COUNT };

void recorded_add_force(struct option_table *t, struct recorded *r)
{
	const struct option force = {
	        "force",     0,
	        OPTION_FLAG, &r->force,
	        NULL,        NULL,
	        NULL,        "try it with another build than the one that showed the finding"};
	option_table_add(t, &force, 1);
}

static struct result read_words(const struct option_table *table, int argc, char **argv,
                                const char *words[WORD_COUNT], bool *help)
{
	struct command_line rest;
	for (size_t i = 0; i <= WORD_COUNT; i++) {
		GUARD(options_parse(table->at, table->n, argc, argv, &rest));
		*help |= rest.help;
		if (*help || rest.argc == 0)
			break;
		if (i == WORD_COUNT)
			return result_error(
			        "'%s' is one word too many; the program's arguments are in %s",
			        rest.argv[0], words[WORD_FILE]);
		words[i] = rest.argv[0];
		argc = rest.argc;
		argv = rest.argv;
	}
	return result_ok();
}

struct result recorded_parse(struct recorded *r, const struct option_table *table, int argc,
                             char **argv)
{
	const char *words[WORD_COUNT] = {NULL};
	GUARD(read_words(table, argc, argv, words, &r->exec.help));
	if (r->exec.help)
		return result_ok();
	if (!words[WORD_FILE])
		return result_error("which finding? `scree %s FILE`", r->command);
	r->file = words[WORD_FILE];
	r->exec.program = words[WORD_PROGRAM];
	return exec_options_check(&r->exec);
}
