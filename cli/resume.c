/* SPDX-License-Identifier: MIT */
/* `scree resume`: goes on with a check from its run directory (docs/run-directory.md). */
#include "actions/kept_run.h"
#include "base/text.h"
#include "cli/check_options.h"
#include "cli/command.h"
#include "cli/deepen.h"
#include "cli/output.h"
#include "jobs/system/interrupt.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct resume_options {
	const char *dir;
	uint64_t time_ms; /* 0: not given */
	uint64_t jobs;    /* 0: not given */
	struct exec_options show;
	bool help;
};

static void make_table(struct resume_options *o, struct option_table *t)
{
	const struct option table[] = {
	        {"time", 't', OPTION_DURATION, &o->time_ms, "TIME", NULL, NULL,
	         "stop after so long from now (default: as long as was given for the\n"
	         "whole run)"},
	        {"jobs", 'j', OPTION_COUNT, &o->jobs, "N", NULL, NULL,
	         "so many workers at a time (default: as before)"},
	};
	t->n = 0;
	option_table_add(t, table, ARRAY_SIZE(table));
	exec_options_add(t, &o->show, OPTIONS_RESULT);
}

/* Nobody parses with this table. */
void resume_option_list(struct option_table *t)
{
	static struct resume_options nowhere;
	make_table(&nowhere, t);
}

static struct result parse(struct resume_options *o, int argc, char **argv)
{
	struct option_table table;
	struct command_line rest;
	*o = (struct resume_options){0};
	make_table(o, &table);
	GUARD(options_parse(table.at, table.n, argc, argv, &rest));
	o->help = rest.help;
	if (rest.help)
		return result_ok();
	if (rest.argc == 0)
		return result_error("which run? `scree resume DIR`, as the run said when it ended");
	if (rest.argc > 1)
		return result_error("one directory at a time; '%s' is too many", rest.argv[1]);
	if (o->jobs > DEEPENING_SLOTS)
		return result_error("--jobs: give 1 to %d", DEEPENING_SLOTS);
	o->dir = rest.argv[0];
	return result_ok();
}

static void print_help(void)
{
	struct resume_options o = {0};
	struct option_table table;
	make_table(&o, &table);
	option_table_help(
	        &table,
	        "usage: scree resume [OPTIONS] DIR\n"
	        "\n"
	        "Goes on with a `scree check` that was interrupted, killed, or whose time was\n"
	        "over, from its run directory: with the same program, arguments, environment\n"
	        "and options, and what it has found. Ends as the check would have ended.\n"
	        "\n"
	        "Exit status: as of `scree check`.\n"
	        "\n");
}

/* As seen from where we were started, whatever directory we go to. To be freed. */
static char *absolute(const char *path)
{
	char *here = getcwd(NULL, 0);
	char *all = *path == '/' || !here ? str_copy(path) : str_format("%s/%s", here, path);
	free(here);
	return all;
}

/* What is asked for now, on top of what was asked for then. */
static void apply(struct check_options *o, const struct resume_options *now, const char *summary)
{
	o->exec.json |= now->show.json;
	o->exec.stats |= now->show.stats;
	o->exec.quiet |= now->show.quiet;
	if (summary)
		o->exec.summary = summary;
}

static struct result go_on(struct kept_run *k, const struct resume_options *now, int *status)
{
	struct deepen_resume from = {
	        .dir = k->dir,
	        .store = k->store,
	        .facts = &k->facts,
	        .budget_ms = now->time_ms ? now->time_ms : k->options.time_ms,
	        .slots = now->jobs ? now->jobs : k->options.deepen.jobs,
	};
	k->dir = (struct run_dir){.lock_fd = -1};
	k->store = (struct store){0};
	struct result r = deepen(&k->options, &k->program, &from, status);
	store_close(&from.store);
	run_dir_release(&from.dir);
	return r;
}

/* *json: as either asks for. */
static struct result resume(const struct resume_options *now, bool *json, int *status)
{
	struct kept_run k;
	GUARD(interrupt_catch());
	char *summary = now->show.summary ? absolute(now->show.summary) : NULL;
	struct result r = kept_run_open(&k, now->dir, check_options_parse);
	apply(&k.options, now, summary);
	*json = k.options.exec.json;
	if (!result_failed(r))
		r = go_on(&k, now, status);
	kept_run_release(&k);
	mem_free(summary);
	return r;
}

int cmd_resume(int argc, char **argv)
{
	struct resume_options o;
	int status = -1;
	struct result r = parse(&o, argc, argv);
	bool json = o.show.json;
	if (!result_failed(r) && o.help) {
		print_help();
		status = EXIT_VERIFIED;
	} else if (!result_failed(r)) {
		r = resume(&o, &json, &status);
	}
	return command_end("resume", r, json, status);
}
