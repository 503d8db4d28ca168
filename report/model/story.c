/* SPDX-License-Identifier: MIT */
#include "report/model/story.h"

#include "report/model/story_internal.h"
#include "report/words/text.h"

#include <string.h>

/* ---- what is known without a recording ---- */

static char *expanded(struct symbols *symbols, const char *message)
{
	struct buf b = {0};
	text_expand(&b, symbols, message);
	return buf_detach(&b);
}

static void tell_program(struct story *s, const struct story_facts *f)
{
	s->program = str_copy(f->program);
	s->build_id = str_copy(f->build_id);
	for (char *const *arg = f->args; arg && *arg; arg++)
		vec_push(&s->args, str_copy(*arg));
	s->replay = str_copy(f->replay);
	s->gdb = str_copy(f->gdb);
	if (f->minimised) {
		s->minimised = *f->minimised;
		s->minimised.text = str_copy(f->minimised->text);
	}
}

static void tell_finding(struct teller *t)
{
	struct story *s = t->story;
	const struct finding *f = t->finding;
	s->kind = f->kind;
	s->severity = f->severity;
	s->thread = f->thread;
	s->addr = f->addr;
	s->message = expanded(t->symbols, *f->message ? f->message : finding_info[f->kind].meaning);
	s->stack = story_stack(t, &f->stack);
	for (size_t i = 0; i < f->notes.n; i++) {
		const struct note *n = &f->notes.at[i];
		vec_push(&s->notes, (struct story_note){
		                            .text = expanded(t->symbols, n->text),
		                            .thread = n->thread,
		                            .stack = story_stack(t, &n->stack),
		                            .loop = n->loop,
		                    });
	}
}

/* ---- an execution ---- */

/* What a worker sends may be anything: events of threads that it does not know end the story. */
static void choose_events(struct teller *t)
{
	const struct outcome *o = t->outcome;
	size_t first = o->trace.n > STORY_STEPS_MAX ? o->trace.n - STORY_STEPS_MAX : 0;
	t->events = o->trace.at + first;
	t->skipped = first;
	while (t->n < o->trace.n - first && t->events[t->n].thread < t->detail->threads.n)
		t->n++;
	t->run->steps_in_all = o->trace.n;
}

static void tell_run(struct teller *t)
{
	if (!t->detail->known)
		return;
	for (size_t i = 0; i < t->detail->stacks.n; i++)
		vec_push(&t->stacks, STORY_NONE);
	choose_events(t);
	story_learn(t);
	story_steps(t);
	t->run->steps_in_all += t->run->steps.n - t->n;
	story_threads(t);
	story_switches(t);
	story_arrows(t);
	story_slice(t->story, t->run, t->finding != NULL);
	story_forget(t);
	vec_release(&t->stacks);
}

static void tell_passing(struct story *s, const struct story_facts *f)
{
	struct teller t = {.story = s,
	                   .facts = f,
	                   .symbols = f->symbols,
	                   .outcome = f->passing,
	                   .detail = &f->passing->detail,
	                   .run = &s->passing};
	tell_run(&t);
	s->has_passing = s->passing.steps.n > 0;
	s->parts_at = f->parts_at;
	if (s->has_passing && !s->parts_at) {
		size_t i = 0;
		while (i < s->run.steps.n && i < s->passing.steps.n &&
		       s->run.steps.at[i].thread == s->passing.steps.at[i].thread &&
		       s->run.steps.at[i].kind == s->passing.steps.at[i].kind)
			i++;
		s->parts_at = (uint32_t)i + 1;
	}
	if (s->has_passing)
		s->passing_text = str_format(
		        "the same program passes if the schedule differs from step %u on",
		        s->parts_at);
	story_files(&t);
}

void story_make(struct story *s, const struct story_facts *f)
{
	*s = (struct story){0};
	index_init(&s->by_addr);
	index_init(&s->by_name);
	struct teller t = {.story = s,
	                   .facts = f,
	                   .symbols = f->symbols,
	                   .outcome = f->outcome,
	                   .detail = &f->outcome->detail,
	                   .run = &s->run,
	                   .finding = f->finding};
	tell_program(s, f);
	tell_finding(&t);
	tell_run(&t);
	s->headline = story_headline(s);
	story_files(&t);
	if (f->passing)
		tell_passing(s, f);
}

const char *story_op_name(const struct story_step *s)
{
	return s->kind < OP_COUNT ? op_info[s->kind].text : "finding";
}

/* ---- release ---- */

static void release_run(struct story_run *r)
{
	for (size_t i = 0; i < r->threads.n; i++) {
		mem_free(r->threads.at[i].name);
		mem_free(r->threads.at[i].start);
		mem_free(r->threads.at[i].waits_for);
	}
	vec_release(&r->threads);
	for (size_t i = 0; i < r->steps.n; i++) {
		mem_free(r->steps.at[i].text);
		mem_free(r->steps.at[i].before);
		mem_free(r->steps.at[i].after);
	}
	vec_release(&r->steps);
	for (size_t i = 0; i < r->switches.n; i++)
		mem_free(r->switches.at[i].text);
	vec_release(&r->switches);
	for (size_t i = 0; i < r->choices.n; i++)
		mem_free(r->choices.at[i].text);
	vec_release(&r->choices);
	vec_release(&r->arrows);
	for (size_t i = 0; i < r->waits.n; i++)
		mem_free(r->waits.at[i].text);
	vec_release(&r->waits);
}

static void release_tables(struct story *s)
{
	for (size_t i = 0; i < s->files.n; i++) {
		mem_free(s->files.at[i].path);
		strings_release(&s->files.at[i].lines);
	}
	vec_release(&s->files);
	for (size_t i = 0; i < s->frames.n; i++)
		mem_free(s->frames.at[i].function);
	vec_release(&s->frames);
	for (size_t i = 0; i < s->stacks.n; i++)
		vec_release(&s->stacks.at[i].frames);
	vec_release(&s->stacks);
	for (size_t i = 0; i < s->objects.n; i++)
		mem_free(s->objects.at[i].name);
	vec_release(&s->objects);
	index_release(&s->by_addr);
	index_release(&s->by_name);
}

void story_release(struct story *s)
{
	mem_free(s->program);
	strings_release(&s->args);
	mem_free(s->build_id);
	mem_free(s->replay);
	mem_free(s->gdb);
	mem_free(s->message);
	mem_free(s->headline);
	for (size_t i = 0; i < s->notes.n; i++)
		mem_free(s->notes.at[i].text);
	vec_release(&s->notes);
	mem_free(s->minimised.text);
	mem_free(s->passing_text);
	release_run(&s->run);
	release_run(&s->passing);
	release_tables(s);
	*s = (struct story){0};
}
