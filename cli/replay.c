/* SPDX-License-Identifier: MIT */
/* `scree replay`: the schedule of a finding file once more, exactly. */
#include "actions/code_options.h"
#include "actions/execute.h"
#include "actions/recorded.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/exec_options.h"
#include "cli/gdb/gdb.h"
#include "cli/output.h"
#include "cli/replay_report.h"

#include <stdio.h>

struct replay_options {
	struct recorded recorded; /* first */
	struct gdb_options gdb;
};

static struct result read_gdb(const char *value, void *to)
{
	*(const char **)to = value;
	return result_ok();
}

static struct result add_word(const char *value, void *to)
{
	vec_push((string_vec *)to, str_copy(value));
	return result_ok();
}

static void add_debugging(struct replay_options *o, struct option_table *t)
{
	const struct option table[] = {
	        {"gdb", 0, OPTION_CUSTOM, &o->gdb.program, "PROGRAM", "gdb", read_gdb,
	         "under gdb, each thread an OS thread, stopped at the finding;\n"
	         "\"help scree\" there lists commands (docs/debugging.md)"},
	        {"gdb-command", 0, OPTION_CUSTOM, &o->gdb.commands, "COMMAND", NULL, add_word,
	         "a command for gdb instead of a prompt; may be repeated"},
	        {"print", 0, OPTION_CUSTOM, &o->gdb.print, "EXPR", NULL, add_word,
	         "show the value of an expression at each switch (by gdb); may be\n"
	         "repeated"},
	        {"until", 0, OPTION_COUNT, &o->gdb.until, "STEP", NULL, NULL,
	         "stop before this step and show where each thread is; with --gdb:\n"
	         "give the prompt there"},
	};
	option_table_add(t, table, ARRAY_SIZE(table));
}

static void make_table(struct replay_options *o, struct option_table *t)
{
	t->n = 0;
	exec_options_add(t, &o->recorded.exec, OPTIONS_TRACE);
	recorded_add_force(t, &o->recorded);
	add_debugging(o, t);
	exec_options_add(t, &o->recorded.exec,
	                 OPTIONS_PROGRAM | OPTIONS_CARRIER | OPTIONS_STORY | OPTIONS_RESULT);
}

/* Nobody parses with this table. */
void replay_option_list(struct option_table *t)
{
	static struct replay_options nowhere;
	make_table(&nowhere, t);
}

static void init(struct replay_options *o)
{
	*o = (struct replay_options){.gdb.program = NULL};
	recorded_init(&o->recorded, "replay");
}

static void print_help(void)
{
	struct replay_options o;
	struct option_table table;
	init(&o);
	make_table(&o, &table);
	option_table_help(
	        &table,
	        "usage: scree replay [OPTIONS] FILE [PROG]\n"
	        "\n"
	        "Runs a program once more under the schedule that `scree check` saved for a\n"
	        "finding, with the arguments and options recorded there. PROG: where the program\n"
	        "is now.\n"
	        "\n"
	        "Exit status: 1 reproduced, 2 not reproduced, or usage or environment error.\n"
	        "A file without a finding: 0 no finding, 1 a finding.\n"
	        "\n");
}

/* Commands and expressions are gdb's business. */
static struct result check_debugging(struct replay_options *o)
{
	if ((o->gdb.commands.n || o->gdb.print.n) && !o->gdb.program)
		o->gdb.program = "gdb";
	if (!o->gdb.program)
		return result_ok();
	if (o->recorded.exec.json || o->recorded.exec.trace == TRACE_JSON)
		return result_error("--json and gdb do not go together: both write to stdout");
	if (o->recorded.exec.os_threads || !o->recorded.exec.carrier_given)
		return result_ok();
	return result_error("gdb sees OS threads only; leave --carrier=fibers out");
}

static struct result parse_words(struct replay_options *o, int argc, char **argv)
{
	struct option_table table;
	make_table(o, &table);
	GUARD(recorded_parse(&o->recorded, &table, argc, argv));
	return o->recorded.exec.help ? result_ok() : check_debugging(o);
}

static struct result run_worker(const struct replay_options *o, const struct program *p,
                                int *status)
{
	struct worker w;
	struct worker_options how = {.program = p,
	                             .config = exec_options_config(&o->recorded.exec)};
	how.config.schedule = SCHEDULE_FIXED;
	how.config.executions = 1;
	if (!o->recorded.exec.json && !o->gdb.program && !o->gdb.until)
		how.config.flags |= WIRE_WANT_TRACE | WIRE_DETAIL;
	how.config.choices = o->recorded.schedule.choices;
	struct result r = code_options_resolve(&o->recorded.exec.code, p, &how.config.code);
	if (!result_failed(r)) {
		how.config.stop_at = o->gdb.program ? 0 : o->gdb.until;
		r = o->gdb.program ? gdb_replay(&w, &o->recorded.exec, &how, &o->gdb)
		                   : execute(&w, &o->recorded.exec, &how, "replay");
		if (!result_failed(r)) {
			struct replay_report report = {
			        o->recorded.file, &o->recorded.exec, &o->recorded.schedule, p,
			        &w.outcome,       how.config.stop_at};
			r = replay_report(&report, status);
		}
		worker_release(&w);
	}
	code_rules_release(&how.config.code);
	return r;
}

static struct result replay(struct replay_options *o, int *status)
{
	struct program program;
	GUARD(recorded_load(&o->recorded));
	GUARD(recorded_open(&o->recorded, &program));
	struct result r = run_worker(o, &program, status);
	program_release(&program);
	return r;
}

int cmd_replay(int argc, char **argv)
{
	struct replay_options o;
	int status = -1;
	init(&o);
	struct result r = parse_words(&o, argc, argv);
	if (!result_failed(r) && o.recorded.exec.help) {
		print_help();
		status = EXIT_VERIFIED;
	} else if (!result_failed(r)) {
		r = replay(&o, &status);
	}
	status = command_end("replay", r, o.recorded.exec.json, status);
	strings_release(&o.gdb.commands);
	strings_release(&o.gdb.print);
	recorded_release(&o.recorded);
	return status;
}
