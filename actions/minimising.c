/* SPDX-License-Identifier: MIT */
#include "actions/minimising.h"

#include "actions/code_options.h"
#include "actions/execute.h"
#include "actions/finding_file.h"
#include "base/text.h"
#include "explore/kinds.h"
#include "jobs/minimise/trials.h"
#include "jobs/system/file.h"
#include "jobs/system/interrupt.h"

#include <unistd.h>

/* A guide for more choices than this might not fit into a frame of the wire. */
#define CHOICES_MOST (1u << 20)

struct wanted {
	struct symbols *symbols;
	const struct distinct *finding;
};

static bool same_finding(const struct finding *f, void *arg)
{
	const struct wanted *w = arg;
	struct distinct d = {.finding = f, .place = finding_place(w->symbols, f)};
	return distinct_same(&d, w->finding);
}

/* As `scree replay` of the finding's file runs it. */
static struct result worker_options(struct worker_options *how, const struct output *o,
                                    const struct schedule *s, const struct minimising *m)
{
	struct exec_options exec = *o->options;
	exec.pp_set = s->pp_set;
	exec.code.points = s->points;
	*how = (struct worker_options){
	        .program = o->program,
	        .args = exec.args,
	        .variables = m->variables,
	        .config = exec_options_config(&exec),
	        .stuck_ms = exec.stuck_ms,
	        .stdin_fd = -1,
	};
	GUARD(execute_stdin(o->options, &how->stdin_fd));
	return code_options_resolve(&exec.code, o->program, &how->config.code);
}

static void release_worker_options(struct worker_options *how)
{
	if (how->stdin_fd >= 0)
		close(how->stdin_fd);
	code_rules_release(&how->config.code);
}

static const char *trouble(const struct trials *t, const struct minimised *m)
{
	if (m->out_of_time)
		return "there was not even time for its own schedule";
	return t->lost ? "its process did not go on after it"
	               : "its schedule did not show it again";
}

/* Where the smaller schedule does not show it by itself, nothing has happened. */
static void minimise_choices(struct trials *t, choice_vec *choices, struct smaller *out,
                             uint64_t execution)
{
	struct minimise_machine machine = trials_machine(t);
	struct finding f;
	if (!minimise(&machine, choices, &out->minimised)) {
		if (!interrupt_signal())
			out->trouble = trouble(t, &out->minimised);
		return;
	}
	if (!trials_replay(t, choices, &f)) {
		minimised_release(&out->minimised);
		if (!interrupt_signal())
			out->trouble = "a smaller schedule showed it once, and not again";
		return;
	}
	vec_release(&f.schedule);
	f.schedule = *choices;
	*choices = (choice_vec){0};
	f.execution = execution;
	out->finding = mem_alloc(sizeof(f));
	*out->finding = f;
}

static struct result minimise_one(struct output *o, const struct minimising *m, size_t i)
{
	struct distinct *d = &o->findings.at[i];
	struct smaller *out = &o->smaller.at[i];
	struct wanted wanted = {o->style.symbols, d};
	struct worker_options how;
	struct schedule s;
	finding_file_make(&s, o, d);
	struct result r = worker_options(&how, o, &s, m);
	if (!result_failed(r)) {
		struct trials t;
		struct trials_options options = {
		        .how = how,
		        .reduction = code_words_hide(&o->options->code) ? REDUCTION_DPOR
		                                                        : REDUCTION_OPTIMAL,
		        .budget_ms = m->budget_ms,
		        .same = same_finding,
		        .arg = &wanted,
		};
		trials_init(&t, &options);
		minimise_choices(&t, &s.choices, out, d->finding->execution);
		trials_release(&t);
	}
	if (out->finding)
		d->finding = out->finding;
	release_worker_options(&how);
	schedule_release(&s);
	return r;
}

static bool can_be_minimised(const struct distinct *d)
{
	const choice_vec *choices = &d->finding->schedule;
	return d->finding->severity == SEVERITY_ERROR && !d->post_mortem && choices->n &&
	       choices->n <= CHOICES_MOST;
}

struct result minimise_findings(struct output *o, const struct minimising *how)
{
	if (!how->budget_ms)
		return result_ok();
	for (size_t i = 0; i < o->findings.n; i++)
		vec_push(&o->smaller, (struct smaller){.finding = NULL});
	for (size_t i = 0; i < o->findings.n && !interrupt_signal(); i++) {
		if (o->outcome->randomised)
			o->smaller.at[i].trouble = "the kernel does not let scree fix addresses";
		else if (can_be_minimised(&o->findings.at[i]))
			GUARD(minimise_one(o, how, i));
	}
	return result_ok();
}

/* ---- the finding of a file ---- */

static struct result write_file(struct output *o, const char *to)
{
	struct buf command = {0};
	struct schedule s;
	finding_file_make(&s, o, &o->findings.at[0]);
	struct result r = schedule_save(to, &s);
	schedule_release(&s);
	GUARD(r);
	buf_text(&command, "scree replay");
	command_word(&command, to);
	vec_push(&o->replay, buf_detach(&command));
	vec_push(&o->paths, str_copy(to));
	return result_ok();
}

struct result minimise_recorded(struct output *o, const struct recorded *r, uint64_t budget_ms,
                                const char *to)
{
	struct minimising how = {.budget_ms = budget_ms};
	size_t i = replay_finding(&r->schedule, o);
	if (i == o->findings.n)
		return result_error("%s is as before: its schedule does not show its finding; "
		                    "`scree replay %s` says what happens instead",
		                    r->file, r->file);
	o->findings.at[0] = o->findings.at[i];
	o->findings.n = 1;
	GUARD(minimise_findings(o, &how));
	struct smaller *s = &o->smaller.at[0];
	if (interrupt_signal())
		return result_error("interrupted; %s is as before", r->file);
	if (!s->finding)
		return result_error("%s is as before: %s", r->file,
		                    s->trouble ? s->trouble : "its schedule has no choices");
	if (r->schedule.minimised.known)
		s->minimised.from = r->schedule.minimised.from;
	return write_file(o, to);
}
