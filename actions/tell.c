/* SPDX-License-Identifier: MIT */
#include "actions/tell.h"

#include "actions/code_options.h"
#include "actions/execute.h"
#include "actions/finding_file.h"
#include "actions/recorded.h"
#include "jobs/system/file.h"
#include "report/render/html.h"
#include "report/render/story_json.h"
#include "report/render/story_text.h"

typedef VEC(uint8_t) necessity_vec; /* enum story_necessary */

#define RETOLD_MAX 3 /* findings that are run again; a person reads one at a time */

static char *replay_command(const char *file, const char *option)
{
	struct buf b = {0};
	if (!file)
		return NULL;
	buf_text(&b, "scree replay");
	command_word(&b, file);
	if (option)
		command_word(&b, option);
	return buf_detach(&b);
}

/* For each preemption of the execution, in order, what minimising found of it. */
static void judge(const struct minimised *m, const choice_vec *choices, necessity_vec *out)
{
	size_t k = 0;
	for (size_t c = 0; c < choices->n; c++) {
		uint8_t known = NECESSARY_UNKNOWN;
		while (k < m->judged.n && m->judged.at[k].choice < c)
			k++;
		if (k < m->judged.n && m->judged.at[k].choice == c)
			known = m->judged.at[k].necessary ? NECESSARY_YES : NECESSARY_NO;
		if (choices->at[c].preempts)
			vec_push(out, known);
	}
}

/* The nearest schedule that passes, run in detail too. False: there is none, or not any more. */
static bool run_passing(struct worker *w, const struct output *o, const struct minimised *m)
{
	struct worker_options how = {
	        .program = o->program, .config = exec_options_config(o->options), .mute = true};
	if (!m->passing.n)
		return false;
	tell_configure(&how.config, &m->passing);
	struct result r = code_options_resolve(&o->options->code, o->program, &how.config.code);
	bool started = !result_failed(r);
	if (started)
		r = execute(w, o->options, &how, o->command);
	bool ran = started && !result_failed(r);
	bool passed = ran && w->outcome.ending == ENDING_DONE && !w->outcome.found.n &&
	              !w->outcome.done.divergence.happened;
	if (started && !passed)
		worker_release(w);
	code_rules_release(&how.config.code);
	result_ignore(r);
	return passed;
}

static struct story_minimised told_minimised(const struct minimised *m, struct buf *text)
{
	text_minimised(text, m);
	return (struct story_minimised){
	        .known = true,
	        .from_preemptions = m->from.preemptions,
	        .from_switches = m->from.switches,
	        .to_preemptions = m->to.preemptions,
	        .to_switches = m->to.switches,
	        .complete = m->complete,
	        .text = (char *)(uintptr_t)buf_cstr(text),
	};
}

void tell_story(struct story *s, const struct output *o, size_t i, const struct told *of)
{
	const char *file = of->file;
	const struct minimised *m =
	        of->schedule && of->schedule->minimised.known ? &of->schedule->minimised : NULL;
	struct story_minimised minimised;
	struct buf text = {0};
	necessity_vec necessary = {0};
	struct worker passing;
	bool passes = m && run_passing(&passing, o, m);
	char *replay = replay_command(file, NULL), *gdb = replay_command(file, "--gdb");
	struct story_facts facts = {
	        .program = o->program->name,
	        .args = o->options->args,
	        .build_id = o->program->build_id,
	        .replay = replay,
	        .gdb = gdb,
	        .outcome = o->outcome,
	        .finding = o->findings.at[i].finding,
	        .symbols = o->style.symbols,
	        .sources = o->style.sources,
	};
	if (m) {
		minimised = told_minimised(m, &text);
		judge(m, &o->outcome->done.schedule, &necessary);
		facts.minimised = &minimised;
		facts.necessary = necessary.at;
		facts.n_necessary = necessary.n;
		facts.passing = passes ? &passing.outcome : NULL;
	}
	story_make(s, &facts);
	if (passes)
		worker_release(&passing);
	vec_release(&necessary);
	buf_release(&text);
	mem_free(replay);
	mem_free(gdb);
}

struct text_request {
	struct story_text_style style;
	char *text; /* NULL: nothing was told */
};

static void make_text(const struct story *s, void *arg)
{
	struct text_request *r = arg;
	struct buf b = {0};
	story_text(&b, s, &r->style);
	r->text = buf_detach(&b);
}

static struct text_request text_request(const struct output *o)
{
	return (struct text_request){
	        .style = {.colour = o->style.colour, .verbose = o->options->verbose}};
}

static void keep(struct output *o, size_t i, char *text)
{
	while (o->stories.n <= i)
		vec_push(&o->stories, NULL);
	o->stories.at[i] = text;
}

void tell_finding(struct output *o, size_t i, const struct schedule *schedule)
{
	struct text_request request = text_request(o);
	struct story s;
	tell_story(&s, o, i, &(struct told){NULL, schedule});
	make_text(&s, &request);
	story_release(&s);
	keep(o, i, request.text);
}

void tell_configure(struct wire_config *c, const choice_vec *choices)
{
	c->schedule = SCHEDULE_FIXED;
	c->executions = 1;
	c->choices = *choices;
	c->flags |= WIRE_WANT_TRACE | WIRE_DETAIL;
}

/* ---- once more ---- */

/* What follows a schedule, with options that are its own. */
struct follower {
	const struct output *output;
	const struct schedule *schedule;
	const struct exec_options *exec;
	const char *file;
	story_fn *use;
	void *arg;
};

static bool use_outcome(const struct follower *f, const struct outcome *outcome)
{
	struct output again = {.command = f->output->command,
	                       .options = f->exec,
	                       .program = f->output->program,
	                       .outcome = outcome};
	output_collect(&again);
	size_t i = replay_finding(f->schedule, &again);
	bool shown = i < again.findings.n && !outcome->done.divergence.happened;
	if (shown) {
		struct story s;
		tell_story(&s, &again, i, &(struct told){f->file, f->schedule});
		f->use(&s, f->arg);
		story_release(&s);
	}
	output_release(&again);
	return shown;
}

static bool follow(const struct follower *f)
{
	struct worker w;
	const struct program *program = f->output->program;
	struct worker_options how = {
	        .program = program, .config = exec_options_config(f->exec), .mute = true};
	bool shown = false;
	tell_configure(&how.config, &f->schedule->choices);
	struct result r = code_options_resolve(&f->exec->code, program, &how.config.code);
	if (!result_failed(r)) {
		r = execute(&w, f->exec, &how, f->output->command);
		if (!result_failed(r))
			shown = use_outcome(f, &w.outcome);
		worker_release(&w);
	}
	code_rules_release(&how.config.code);
	result_ignore(r);
	return shown;
}

bool retell(const struct output *o, size_t i, story_fn *use, void *arg)
{
	const struct distinct *d = &o->findings.at[i];
	struct schedule s;
	struct exec_options exec;
	bool shown = false;
	if (d->finding->severity != SEVERITY_ERROR || d->post_mortem)
		return false;
	finding_file_make(&s, o, d);
	exec_options_init(&exec);
	exec.stdin_file = o->options->stdin_file;
	exec.stuck_ms = o->options->stuck_ms;
	exec.source_root = o->options->source_root;
	struct result r = exec_options_apply(&exec, &s);
	exec_options_args(&exec, &s);
	if (!result_failed(r))
		shown = follow(&(struct follower){.output = o,
		                                  .schedule = &s,
		                                  .exec = &exec,
		                                  .file = i < o->paths.n ? o->paths.at[i] : NULL,
		                                  .use = use,
		                                  .arg = arg});
	result_ignore(r);
	exec_options_release(&exec);
	schedule_release(&s);
	return shown;
}

void retell_findings(struct output *o)
{
	size_t tried = 0;
	for (size_t i = 0; i < o->findings.n && tried < RETOLD_MAX; i++) {
		struct text_request request = text_request(o);
		if (retell(o, i, make_text, &request))
			keep(o, i, request.text);
		tried += o->findings.at[i].finding->severity == SEVERITY_ERROR;
	}
}

static void make_page(const struct story *s, void *arg)
{
	struct buf json = {0};
	story_json(&json, s);
	html_report(arg, (const char *)json.at, json.n);
	buf_release(&json);
}

struct result tell_page(const struct output *o, const char *to)
{
	struct buf page = {0};
	bool made = false;
	if (!o->errors)
		return result_ok();
	for (size_t i = 0; i < o->findings.n && !made; i++)
		made = retell(o, i, make_page, &page);
	struct result r = made ? file_write(to, &page)
	                       : result_error("'%s' is not written: no finding shows again when "
	                                      "its schedule is recorded, or none has a schedule",
	                                      to);
	buf_release(&page);
	return r;
}
