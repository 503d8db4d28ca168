/* SPDX-License-Identifier: MIT */
#include "cli/exec_options.h"

#include "base/text.h"
#include "cli/code_options.h"
#include "event/pp_set.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_EVENTS     1000000
#define STACK_KB       8192
#define STACK_KB_LEAST 16
#define STACK_KB_MOST  (1u << 20)
#define STUCK_MS       10000

/* ---- values ---- */

static struct result read_pp(const char *value, void *to)
{
	struct exec_options *o = to;
	o->pp_given = true;
	strings_release(&o->code.points);
	return pp_set_parse(value, &o->pp_set, &o->code.points);
}

static struct result read_isolate(const char *value, void *to)
{
	bool *fork = to;
	*fork = strcmp(value, "fork") == 0;
	if (*fork || strcmp(value, "snapshot") == 0)
		return result_ok();
	return result_error("'%s' is not known; use snapshot or fork", value);
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

static struct result read_stack(const char *value, void *to)
{
	uint64_t kb;
	GUARD(parse_count(value, &kb));
	if (kb < STACK_KB_LEAST || kb > STACK_KB_MOST)
		return result_error("%s KB; give %u to %u", value, STACK_KB_LEAST, STACK_KB_MOST);
	*(uint64_t *)to = kb;
	return result_ok();
}

static struct result read_show_output(const char *value, void *to)
{
	*(bool *)to = strcmp(value, "all") == 0;
	if (*(bool *)to || strcmp(value, "first") == 0)
		return result_ok();
	return result_error("'%s' is not known; use first or all", value);
}

/* ---- tables ---- */

void option_table_add(struct option_table *t, const struct option *options, size_t n)
{
	BUG_ON(n > ARRAY_SIZE(t->at) - t->n);
	memcpy(t->at + t->n, options, n * sizeof(*options));
	t->n += n;
}

void option_table_help(const struct option_table *t, const char *text)
{
	struct buf b = {0};
	buf_text(&b, text);
	options_help(&b, t->at, t->n);
	buf_print(&b, stdout);
	buf_release(&b);
}

static void add_recorded(struct option_table *t, struct exec_options *o)
{
	const struct option table[] = {
	        {"isolate", 0, OPTION_CUSTOM, &o->fork, "HOW", NULL, read_isolate,
	         "snapshot: restore memory before each execution (default)\n"
	         "fork: one process for each execution; slower, isolates more"},
	        {"exit-status", 0, OPTION_FLAG, &o->exit_status, NULL, NULL, NULL,
	         "a non-zero exit status of the program is a finding"},
	        {"leaks", 0, OPTION_FLAG, &o->leaks, NULL, NULL, NULL,
	         "heap memory that nothing points to at the end is a finding"},
	        {"max-events", 0, OPTION_COUNT, &o->max_events, "N", NULL, NULL,
	         "longest execution; a longer one is a finding (default 1M)"},
	        {"stack", 0, OPTION_CUSTOM, &o->stack_kb, "KB", NULL, read_stack,
	         "size of a thread's stack (default 8192)"},
	};
	option_table_add(t, table, ARRAY_SIZE(table));
	code_options_add(t, &o->code);
	for (int i = 0; i < LOOP_LIMIT_COUNT; i++) {
		const struct option limit = {
		        loop_limit_info[i].option, 0, OPTION_COUNT, &o->loops[i], "N", NULL, NULL,
		        loop_limit_info[i].help};
		option_table_add(t, &limit, 1);
	}
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
	        add_recorded, add_pp,     add_program, add_many,
	        add_trace,    add_result, add_carrier, add_story,
	};
	for (size_t i = 0; i < ARRAY_SIZE(add); i++)
		if (groups >> i & 1)
			add[i](t, o);
}

void exec_options_init(struct exec_options *o)
{
	static char *no_args[] = {NULL};
	*o = (struct exec_options){
	        .pp_set = PP_SET_EVERYWHERE,
	        .max_events = MAX_EVENTS,
	        .stack_kb = STACK_KB,
	        .stuck_ms = STUCK_MS,
	        .args = no_args,
	};
	for (int i = 0; i < LOOP_LIMIT_COUNT; i++)
		o->loops[i] = loop_limit_info[i].value;
}

void exec_options_release(struct exec_options *o)
{
	code_words_release(&o->code);
}

/* ---- schedule files ---- */

struct result exec_options_apply(struct exec_options *o, const struct schedule *s)
{
	struct option_table table = {.n = 0};
	struct command_line rest;
	string_vec words = {0};
	exec_options_add(&table, o, OPTIONS_RECORDED);
	vec_push(&words, NULL);
	for (size_t i = 0; i < s->options.n; i++)
		vec_push(&words, str_format("--%s", s->options.at[i]));
	struct result r = options_parse(table.at, table.n, (int)words.n, words.at, &rest);
	for (size_t i = 0; i < words.n; i++)
		mem_free(words.at[i]);
	vec_release(&words);
	o->pp_set = s->pp_set;
	strings_copy(&o->code.points, &s->points);
	return r;
}

void exec_options_record(const struct exec_options *o, string_vec *options)
{
	if (o->fork)
		vec_push(options, str_copy("isolate=fork"));
	if (o->exit_status)
		vec_push(options, str_copy("exit-status"));
	if (o->leaks)
		vec_push(options, str_copy("leaks"));
	if (o->max_events != MAX_EVENTS)
		vec_push(options, str_format("max-events=%" PRIu64, o->max_events));
	if (o->stack_kb != STACK_KB)
		vec_push(options, str_format("stack=%" PRIu64, o->stack_kb));
	code_options_record(&o->code, options);
	for (int i = 0; i < LOOP_LIMIT_COUNT; i++)
		if (o->loops[i] != loop_limit_info[i].value)
			vec_push(options,
			         str_format("%s=%" PRIu64, loop_limit_info[i].option, o->loops[i]));
}

void exec_options_args(struct exec_options *o, struct schedule *s)
{
	if (o->args[0] || !s->args.n)
		return;
	vec_push(&s->args, NULL);
	s->args.n--;
	o->args = s->args.at;
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

/* Tests of scree itself break the engine of a worker on purpose (engine/mutation.def). */
static uint8_t engine_mutation(void)
{
	const char *number = getenv("SCREE_BREAK_ENGINE");
	unsigned long v = number ? strtoul(number, NULL, 10) : 0;
	if (!v)
		return 0;
	fprintf(stderr, "scree: SCREE_BREAK_ENGINE is set: nothing that is said now holds\n");
	return (uint8_t)v;
}

struct wire_config exec_options_config(const struct exec_options *o)
{
	struct wire_config c = {
	        .max_events = o->max_events,
	        .pp_set = o->pp_set,
	        .stack_kb = (uint32_t)o->stack_kb,
	        .mutation = engine_mutation(),
	};
	for (int i = 0; i < LOOP_LIMIT_COUNT; i++)
		c.loops[i] = (uint32_t)o->loops[i];
	c.flags |= o->trace != TRACE_NONE ? WIRE_WANT_TRACE : 0;
	c.flags |= o->fork ? WIRE_FORK : 0;
	c.flags |= o->os_threads ? WIRE_OS_THREADS : 0;
	c.flags |= o->go_on ? WIRE_CONTINUE : 0;
	c.flags |= o->exit_status ? WIRE_EXIT_STATUS : 0;
	c.flags |= o->leaks ? WIRE_LEAKS : 0;
	c.flags |= o->all_output ? WIRE_SHOW_ALL_OUTPUT : 0;
	return c;
}
