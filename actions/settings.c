/* SPDX-License-Identifier: MIT */
#include "actions/settings.h"

#include "actions/code_options.h"
#include "base/text.h"
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

/* ---- options that schedule files may hold ---- */

static struct result read_isolate(const char *value, void *to)
{
	bool *fork = to;
	*fork = strcmp(value, "fork") == 0;
	if (*fork || strcmp(value, "snapshot") == 0)
		return result_ok();
	return result_error("'%s' is not known; use snapshot or fork", value);
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

void option_table_add(struct option_table *t, const struct option *options, size_t n)
{
	BUG_ON(n > ARRAY_SIZE(t->at) - t->n);
	memcpy(t->at + t->n, options, n * sizeof(*options));
	t->n += n;
}

void exec_options_add_recorded(struct option_table *t, struct exec_options *o)
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

/* ---- schedule files ---- */

struct result exec_options_apply(struct exec_options *o, const struct schedule *s)
{
	struct option_table table = {.n = 0};
	struct command_line rest;
	string_vec words = {0};
	exec_options_add_recorded(&table, o);
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

/* ---- what they mean to a worker and to a controller ---- */

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

struct wire_config check_options_config(const struct check_options *o)
{
	struct wire_config c = exec_options_config(&o->exec);
	c.schedule = SCHEDULE_EXPLORE;
	c.seed = o->strategy.seed;
	c.executions = o->max_executions;
	c.races = (uint8_t)o->races;
	c.explore = (struct wire_explore){
	        .reduction = (uint8_t)o->reduction,
	        .strategy = (uint8_t)o->strategy.kind,
	        .pct_depth = (uint32_t)o->strategy.depth,
	        .bound = (uint32_t)o->bound,
	        .max_steps = (uint32_t)o->max_depth,
	};
	return c;
}

struct controller_options deepen_options(const struct check_options *o, const struct program *p,
                                         const struct job_set *fixed)
{
	struct controller_options c = {
	        .deepening = {.mode = o->deepen.mode,
	                      .slots = (uint32_t)o->deepen.jobs,
	                      .budget_ms = o->time_ms,
	                      .eta = {.eta_factor = o->deepen.eta_factor,
	                              .eta_threshold = o->deepen.eta_threshold},
	                      .fixed = fixed,
	                      .races = o->races != RACES_NONE,
	                      .keep_going = o->exec.go_on,
	                      .hide_stacks = o->exec.pp_set & PP_HIDE_STACKS,
	                      .pin_maximal = o->deepen.pin_maximal,
	                      .turns = true},
	        .worker = {.program = p,
	                   .args = o->exec.args,
	                   .config = check_options_config(o),
	                   .stuck_ms = o->exec.stuck_ms,
	                   .mute = true},
	        .memory_kb = o->deepen.memory_mb * 1024,
	};
	return c;
}
