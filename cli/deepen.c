/* SPDX-License-Identifier: MIT */
#include "cli/deepen.h"

#include "actions/code_options.h"
#include "actions/execute.h"
#include "cli/check_report.h"
#include "cli/live/board.h"
#include "cli/live/event_lines.h"
#include "jobs/controller/controller.h"
#include "jobs/store/restore.h"
#include "jobs/store/run_keeper.h"
#include "report/words/escape.h"

#include <stdio.h>
#include <unistd.h>

/* ---- what is told while it runs ---- */

struct live {
	struct board board;
	struct event_lines events;
	struct symbols *symbols;
	bool mapped; /* they know where the program's code is */
};

static void live_init(struct live *l, const struct check_options *o)
{
	/* Lines of JSON and a board on one terminal would spoil each other. */
	bool spoils = o->exec.json_lines && isatty(STDOUT_FILENO);
	*l = (struct live){.symbols = symbols_open(NULL)};
	board_init(&l->board, o->interval_ms, o->exec.quiet || spoils);
	event_lines_init(&l->events, o->exec.json_lines, o->interval_ms);
}

/* There are names to show only after a race or a finding, and then there is a map. */
static void find_symbols(struct live *l, const struct controller *c)
{
	if (l->mapped || !c->total.maps)
		return;
	symbols_free(l->symbols);
	l->symbols = symbols_open(c->total.maps);
	l->mapped = true;
}

/* For controller_options.watch; arg is the struct live. */
static void live_watch(const struct controller *c, void *arg)
{
	struct live *l = arg;
	find_symbols(l, c);
	board_watch(&l->board, c, l->symbols);
	event_lines_watch(&l->events, c, l->symbols);
}

/* What is left to tell is told, the terminal is as it was. */
static void live_end(struct live *l, const struct controller *c)
{
	find_symbols(l, c);
	board_end(&l->board, c, l->symbols);
	event_lines_end(&l->events, c, l->symbols);
	symbols_free(l->symbols);
}

/* ---- keeping it ---- */

static void warn(const char *message)
{
	struct buf b = {0};
	escape_text(&b, message);
	fprintf(stderr, "scree: %.*s\n", (int)b.n, (const char *)b.at);
	buf_release(&b);
}

static struct result begin_keeping(struct run_keeper *k, const struct check_options *o,
                                   const struct program *p, struct deepen_resume *from)
{
	struct run_keeper_options options = {
	        .dir = o->keep.dir,
	        .program = p,
	        .argc = o->argc,
	        .argv = o->argv,
	        .slots = o->deepen.jobs,
	        .budget_ms = o->time_ms,
	        .warn = warn,
	};
	if (!from)
		return run_keeper_init(k, &options);
	run_keeper_resume(k, &options, &from->dir, &from->store);
	return result_ok();
}

/* Everything as it was, then what is different now. */
static struct result go_on(struct controller *c, struct run_keeper *k,
                           const struct deepen_resume *from)
{
	GUARD(controller_restore(c, k, from->facts));
	if (from->slots != c->deepening.options.slots)
		controller_tell(
		        c, &(struct deepening_input){.kind = INPUT_SLOTS, .number = from->slots});
	uint64_t budget = from->budget_ms ? c->earlier_ms + from->budget_ms : 0;
	controller_tell(c, &(struct deepening_input){.kind = INPUT_BUDGET, .number = budget});
	return result_ok();
}

/* ---- all together ---- */

struct run {
	const struct check_options *o;
	const struct program *p;
	struct controller_options how;
	struct deepen_resume *from;
};

static struct result control(struct run *run, struct run_keeper *k, int *status)
{
	struct controller c;
	struct live live;
	live_init(&live, run->o);
	run->how.watch = live_watch;
	run->how.watch_arg = &live;
	controller_init(&c, &run->how);
	struct result r = run->from ? go_on(&c, k, run->from) : result_ok();
	bool began = !result_failed(r);
	if (began)
		r = controller_run(&c);
	live_end(&live, &c);
	char *run_dir = k && began ? run_keeper_end(k, &c) : NULL;
	if (result_failed(r) && run_dir) {
		r = result_within(r, "the run is kept, `scree resume %s` goes on with it", run_dir);
	} else if (!result_failed(r)) {
		struct check_report report = {.options = run->o,
		                              .program = run->p,
		                              .outcome = &c.total,
		                              .jobs = &c.deepening,
		                              .run_dir = run_dir,
		                              .variables = run->how.worker.variables};
		r = check_report(&report, status);
	}
	mem_free(run_dir);
	controller_release(&c);
	return r;
}

static struct result control_and_keep(struct run *run, int *status)
{
	struct run_keeper k;
	if (run->o->keep.off && !run->from)
		return control(run, NULL, status);
	struct result r = begin_keeping(&k, run->o, run->p, run->from);
	if (!result_failed(r)) {
		run->how.log = run_keeper_log(&k);
		r = control(run, &k, status);
	}
	run_keeper_release(&k);
	return r;
}

struct result deepen(const struct check_options *o, const struct program *p,
                     struct deepen_resume *from, int *status)
{
	struct job_set fixed = job_set_of(o->exec.pp_set);
	struct run run = {o, p, deepen_options(o, p, &fixed), from};
	struct worker_options *worker = &run.how.worker;
	struct result r = execute_stdin(&o->exec, &worker->stdin_fd);
	if (from)
		worker->variables = from->facts->variables.at;
	if (!result_failed(r))
		r = code_options_resolve(&o->exec.code, p, &worker->config.code);
	if (!result_failed(r))
		r = control_and_keep(&run, status);
	if (worker->stdin_fd >= 0)
		close(worker->stdin_fd);
	code_rules_release(&worker->config.code);
	job_set_release(&fixed);
	return r;
}
