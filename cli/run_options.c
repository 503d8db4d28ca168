/* SPDX-License-Identifier: MIT */
#include "cli/run_options.h"

#include "base/text.h"
#include "event/pp_set.h"
#include "jobs/file.h"

#include <inttypes.h>
#include <string.h>

#define MAX_EVENTS     1000000
#define STACK_KB       8192
#define STACK_KB_LEAST 16
#define STACK_KB_MOST  (1u << 20)
#define STUCK_MS       10000

static struct result read_pp(const char *value, void *to)
{
	struct run_options *o = to;
	o->pp_given = true;
	return pp_set_parse(value, &o->pp_set);
}

static struct result read_isolate(const char *value, void *to)
{
	bool *fork = to;
	*fork = strcmp(value, "fork") == 0;
	if (*fork || strcmp(value, "snapshot") == 0)
		return result_ok();
	return result_error("'%s' is not known; use snapshot or fork", value);
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

static struct result read_schedule(const char *value, void *to)
{
	struct schedule_choice *s = to;
	*s = (struct schedule_choice){.given = true};
	if (strcmp(value, "default") == 0)
		return result_ok();
	if (strcmp(value, "random") == 0 || str_starts(value, "random:")) {
		s->kind = SCHEDULE_RANDOM;
		s->seed = 1;
		return value[6] ? parse_count(value + 7, &s->seed) : result_ok();
	}
	s->kind = SCHEDULE_FIXED;
	s->file = value;
	return result_ok();
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

#define N_RECORDED 5
#define TABLE_ROOM 24

/* The first N_RECORDED are those that schedule files may hold. */
static size_t make_table(struct run_options *o, struct option *out)
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
	        {"schedule", 's', OPTION_CUSTOM, &o->schedule, "WHICH", NULL, read_schedule,
	         "default: each thread runs until it blocks or yields\n"
	         "random:SEED: a random choice at each preemption point\n"
	         "FILE: as recorded by --save-schedule"},
	        {"executions", 'n', OPTION_COUNT, &o->executions, "N", NULL, NULL,
	         "run N schedules (random:1 unless --schedule is given);\n"
	         "number i has the seed SEED + i - 1"},
	        {"continue", 0, OPTION_FLAG, &o->go_on, NULL, NULL, NULL,
	         "do not stop at the first finding; list the distinct ones"},
	        {"pp", 0, OPTION_CUSTOM, o, "SET", NULL, read_pp,
	         "where threads may be switched: everywhere (default),\n"
	         "all (synchronization only), yield, or a list of create, join,\n"
	         "lock, unlock, signal, sem, barrier, atomic, preempt, memory"},
	        {"stuck-after", 0, OPTION_DURATION, &o->stuck_ms, "TIME", NULL, NULL,
	         "without progress for so long the program is stuck (default 10s)"},
	        {"stdin", 0, OPTION_STRING, &o->stdin_file, "FILE", NULL, NULL,
	         "the program's standard input"},
	        {"trace", 't', OPTION_CUSTOM, &o->trace, "FORMAT", "text", read_trace,
	         "show each step of the last execution: text, json or none"},
	        {"save-schedule", 'o', OPTION_STRING, &o->save_schedule, "FILE", NULL, NULL,
	         "save the schedule of the first finding, or else of the last\n"
	         "execution"},
	        {"json", 0, OPTION_FLAG, &o->json, NULL, NULL, NULL,
	         "the whole result as one JSON object on stdout; what the program\n"
	         "prints goes to stderr"},
	        {"summary", 0, OPTION_STRING, &o->summary, "FILE", NULL, NULL,
	         "write the result, without the trace, as JSON to FILE"},
	        {"show-output", 0, OPTION_CUSTOM, &o->all_output, "WHICH", NULL, read_show_output,
	         "first: what the program prints in the first execution (default)\n"
	         "all: in every execution"},
	        {"stats", 0, OPTION_FLAG, &o->stats, NULL, NULL, NULL,
	         "executions per second, events, memory"},
	        {"quiet", 'q', OPTION_FLAG, &o->quiet, NULL, NULL, NULL, "print findings only"},
	};
	_Static_assert(ARRAY_SIZE(table) <= TABLE_ROOM, "room for every option");
	memcpy(out, table, sizeof(table));
	return ARRAY_SIZE(table);
}

static void set_defaults(struct run_options *o)
{
	*o = (struct run_options){
	        .pp_set = PP_SET_EVERYWHERE,
	        .max_events = MAX_EVENTS,
	        .stack_kb = STACK_KB,
	        .executions = 1,
	        .stuck_ms = STUCK_MS,
	};
}

/* The recorded options count as if they stood first on the command line. */
static struct result apply_recorded(struct run_options *o, const struct schedule *s)
{
	struct option table[TABLE_ROOM];
	struct command_line rest;
	VEC(char *) words = {0};
	make_table(o, table);
	vec_push(&words, NULL);
	for (size_t i = 0; i < s->options.n; i++)
		vec_push(&words, str_format("--%s", s->options.at[i]));
	struct result r = options_parse(table, N_RECORDED, (int)words.n, words.at, &rest);
	for (size_t i = 0; i < words.n; i++)
		mem_free(words.at[i]);
	vec_release(&words);
	o->pp_set = s->pp_set;
	return r;
}

static struct result load_schedule(struct run_options *o, int argc, char **argv)
{
	struct option table[TABLE_ROOM];
	struct command_line rest;
	struct schedule recorded = {0};
	const char *file = o->schedule.file;
	struct result r = schedule_load(file, &recorded);
	if (!result_failed(r)) {
		uint32_t asked = o->pp_given ? o->pp_set : recorded.pp_set;
		set_defaults(o);
		r = result_within(apply_recorded(o, &recorded), "%s", file);
		if (!result_failed(r))
			r = options_parse(table, make_table(o, table), argc, argv, &rest);
		if (!result_failed(r) && asked != recorded.pp_set)
			r = result_error("%s was recorded with other preemption points; leave --pp "
			                 "out",
			                 file);
	}
	o->recorded = recorded;
	return r;
}

/* PROG, then its arguments; a "--" between them is ours. */
static void take_words(struct run_options *o, const struct command_line *rest)
{
	o->program = rest->argv[0];
	o->args = rest->argv + 1;
	if (o->args[0] && strcmp(o->args[0], "--") == 0)
		o->args++;
}

struct result run_options_parse(struct run_options *o, int argc, char **argv)
{
	struct option table[TABLE_ROOM];
	struct command_line rest;
	set_defaults(o);
	GUARD(options_parse(table, make_table(o, table), argc, argv, &rest));
	o->help = rest.help;
	if (o->help)
		return result_ok();
	if (rest.argc == 0)
		return result_error("which program? `scree run PROG` or `scree run FILE.c`");
	if (o->schedule.kind == SCHEDULE_FIXED)
		GUARD(load_schedule(o, argc, argv));
	if (o->executions == 0)
		return result_error("--executions: 0 executions show nothing; give 1 or more");
	if (o->stuck_ms == 0)
		return result_error("--stuck-after: give a time above 0");
	if (o->executions > 1 && !o->schedule.given)
		o->schedule = (struct schedule_choice){.kind = SCHEDULE_RANDOM, .seed = 1};
	take_words(o, &rest);
	if (!o->args[0] && o->recorded.args.n) {
		vec_push(&o->recorded.args, NULL);
		o->recorded.args.n--;
		o->args = o->recorded.args.at;
	}
	return result_ok();
}

void run_options_release(struct run_options *o)
{
	schedule_release(&o->recorded);
}

void run_options_help(struct buf *out)
{
	struct run_options o;
	struct option table[TABLE_ROOM];
	set_defaults(&o);
	options_help(out, table, make_table(&o, table));
}

void run_options_record(const struct run_options *o, string_vec *options)
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
}
