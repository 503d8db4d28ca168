/* SPDX-License-Identifier: MIT */
#include "cli/run_options.h"

#include "base/str.h"
#include "cli/command.h"
#include "jobs/system/file.h"

#include <string.h>

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

static void make_table(struct run_options *o, struct option_table *t)
{
	const struct option own[] = {
	        {"schedule", 's', OPTION_CUSTOM, &o->schedule, "WHICH", NULL, read_schedule,
	         "default: each thread runs until it blocks or yields\n"
	         "random:SEED: a random choice at each preemption point\n"
	         "FILE: as recorded by --save-schedule or in a finding file"},
	        {"executions", 'n', OPTION_COUNT, &o->executions, "N", NULL, NULL,
	         "run N schedules (random:1 unless --schedule is given);\n"
	         "number i has the seed SEED + i - 1"},
	        {"save-schedule", 'o', OPTION_STRING, &o->save_schedule, "FILE", NULL, NULL,
	         "save the schedule of the first finding, or else of the last\n"
	         "execution"},
	};
	t->n = 0;
	option_table_add(t, own, ARRAY_SIZE(own));
	exec_options_add(t, &o->exec,
	                 OPTIONS_PP | OPTIONS_MANY | OPTIONS_RECORDED | OPTIONS_PROGRAM |
	                         OPTIONS_CARRIER | OPTIONS_TRACE | OPTIONS_RESULT);
}

/* Nobody parses with this table. */
void run_option_list(struct option_table *t)
{
	static struct run_options nowhere;
	make_table(&nowhere, t);
}

static void set_defaults(struct run_options *o)
{
	*o = (struct run_options){.executions = 1};
	exec_options_init(&o->exec);
}

/* Does the command line ask for points or rules, and are they not those of the file? */
static bool asks_otherwise(const struct exec_options *asked, const struct schedule *recorded,
                           const struct code_words *code)
{
	struct code_words rules = asked->code, of_file = *code;
	if (asked->pp_given && (asked->pp_set != (recorded->pp_set & ~PP_HIDE_STACKS) ||
	                        !strings_equal(&asked->code.points, &code->points)))
		return true;
	rules.points = of_file.points = (string_vec){0};
	return (code_words_any(&rules) || rules.modules.n) && !code_words_equal(&rules, &of_file);
}

/* The recorded options count as if they stood first on the command line. */
static struct result load_schedule(struct run_options *o, int argc, char **argv)
{
	struct option_table table;
	struct command_line rest;
	struct schedule recorded = {0};
	const char *file = o->schedule.file;
	struct result r = schedule_load(file, &recorded);
	if (!result_failed(r)) {
		struct exec_options asked = o->exec;
		set_defaults(o);
		r = result_within(exec_options_apply(&o->exec, &recorded), "%s", file);
		struct code_words code = o->exec.code;
		o->exec.code = (struct code_words){0};
		make_table(o, &table);
		if (!result_failed(r))
			r = options_parse(table.at, table.n, argc, argv, &rest);
		code_words_release(&o->exec.code);
		o->exec.code = code;
		if (!result_failed(r) && asks_otherwise(&asked, &recorded, &code))
			r = result_error("%s was recorded with other preemption points; leave --pp "
			                 "and the rules about functions out",
			                 file);
		o->exec.pp_set = recorded.pp_set;
		exec_options_release(&asked);
	}
	o->recorded = recorded;
	return r;
}

/*
 * A lot that falls on every thread sooner or later needs no help with loops that wait; and a
 * loop that would have given up by itself does so. Limits that were asked for hold.
 */
static void leave_loops_alone(struct exec_options *o)
{
	for (unsigned i = 0; i < LOOP_LIMIT_COUNT; i++)
		if (i != LOOP_WAKE_ATTEMPTS && o->loops[i] == loop_limit_info[i].value)
			o->loops[i] = 0;
}

struct result run_options_parse(struct run_options *o, int argc, char **argv)
{
	struct option_table table;
	struct command_line rest;
	set_defaults(o);
	make_table(o, &table);
	GUARD(exec_options_parse(&o->exec, &table, "run", argc, argv, &rest));
	if (rest.help)
		return result_ok();
	if (o->schedule.kind == SCHEDULE_FIXED)
		GUARD(load_schedule(o, argc, argv));
	if (o->executions == 0)
		return result_error("--executions: 0 executions show nothing; give 1 or more");
	GUARD(exec_options_check(&o->exec));
	if (o->executions > 1 && !o->schedule.given)
		o->schedule = (struct schedule_choice){.kind = SCHEDULE_RANDOM, .seed = 1};
	if (o->schedule.kind == SCHEDULE_RANDOM)
		leave_loops_alone(&o->exec);
	exec_options_words(&o->exec, &rest);
	exec_options_args(&o->exec, &o->recorded);
	return result_ok();
}

void run_options_release(struct run_options *o)
{
	exec_options_release(&o->exec);
	schedule_release(&o->recorded);
}

void run_options_help(struct buf *out)
{
	struct run_options o;
	struct option_table table;
	set_defaults(&o);
	make_table(&o, &table);
	options_help(out, table.at, table.n);
}
