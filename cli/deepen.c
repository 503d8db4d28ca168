/* SPDX-License-Identifier: MIT */
#include "cli/deepen.h"

#include "cli/check_report.h"
#include "cli/code_options.h"
#include "cli/execute.h"
#include "cli/live.h"
#include "jobs/controller.h"

#include <unistd.h>

static struct controller_options controller_options(const struct check_options *o,
                                                    const struct program *p,
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
	                      .pin_maximal = o->deepen.pin_maximal},
	        .worker = {.program = p,
	                   .args = o->exec.args,
	                   .config = check_options_config(o),
	                   .stuck_ms = o->exec.stuck_ms,
	                   .mute = true},
	};
	return c;
}

struct result deepen(const struct check_options *o, const struct program *p, int *status)
{
	struct job_set fixed = job_set_of(o->exec.pp_set);
	struct controller_options options = controller_options(o, p, &fixed);
	struct worker_options *how = &options.worker;
	struct controller c;
	struct live live;
	struct result r = execute_stdin(&o->exec, &how->stdin_fd);
	if (!result_failed(r))
		r = code_options_resolve(&o->exec.code, p, &how->config.code);
	if (!result_failed(r)) {
		live_init(&live, o);
		options.watch = live_watch;
		options.watch_arg = &live;
		controller_init(&c, &options);
		r = controller_run(&c);
		live_end(&live, &c);
		if (!result_failed(r)) {
			struct check_report report = {o, p, &c.total, &c.deepening};
			r = check_report(&report, status);
		}
		controller_release(&c);
	}
	if (how->stdin_fd >= 0)
		close(how->stdin_fd);
	code_rules_release(&how->config.code);
	job_set_release(&fixed);
	return r;
}
