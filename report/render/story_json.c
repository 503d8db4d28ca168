/* SPDX-License-Identifier: MIT */
#include "report/render/story_json.h"

#include "base/json.h"
#include "base/version.h"

static void index_or_null(struct json *j, const char *key, uint32_t i)
{
	if (i == STORY_NONE)
		json_null(j, key);
	else
		json_u64(j, key, i);
}

static void step_or_null(struct json *j, const char *key, uint32_t step)
{
	if (step)
		json_u64(j, key, step);
	else
		json_null(j, key);
}

static void thread_or_null(struct json *j, const char *key, uint16_t thread)
{
	if (thread == NO_THREAD)
		json_null(j, key);
	else
		json_u64(j, key, thread);
}

/* ---- one execution ---- */

static void json_threads(struct json *j, const struct story_run *r)
{
	json_open(j, "threads", '[');
	for (size_t i = 0; i < r->threads.n; i++) {
		const struct story_thread *t = &r->threads.at[i];
		json_open(j, NULL, '{');
		json_u64(j, "id", t->id);
		json_str(j, "name", t->name);
		json_str(j, "start", t->start);
		step_or_null(j, "created_by", t->created_by);
		json_str(j, "end", story_end_name[t->end]);
		json_str(j, "waits_for", t->waits_for);
		json_close(j);
	}
	json_close(j);
}

static void json_flags(struct json *j, const struct story_step *s)
{
	static const struct {
		uint8_t flag;
		const char *name;
	} flags[] = {{EV_FAILED, "failed"},
	             {EV_TIMEOUT, "timeout"},
	             {EV_LAST, "last"},
	             {EV_ATOMIC, "atomic"}};
	json_open(j, "flags", '[');
	for (size_t i = 0; i < ARRAY_SIZE(flags); i++)
		if (s->flags & flags[i].flag)
			json_str(j, NULL, flags[i].name);
	if (s->failing)
		json_str(j, NULL, "failing");
	json_close(j);
}

static void json_step(struct json *j, const struct story_step *s)
{
	json_open(j, NULL, '{');
	json_u64(j, "thread", s->thread);
	json_str(j, "op", story_op_name(s));
	json_str(j, "text", s->text);
	index_or_null(j, "object", s->object);
	json_hex(j, "addr", s->addr);
	json_u64(j, "size", s->size);
	json_str(j, "before", s->before);
	json_str(j, "after", s->after);
	index_or_null(j, "stack", s->stack);
	json_flags(j, s);
	json_bool(j, "slice", s->slice);
	if (s->acquires != STORY_NONE)
		json_u64(j, "acquires", s->acquires);
	if (s->releases != STORY_NONE)
		json_u64(j, "releases", s->releases);
	json_close(j);
}

static void json_switch(struct json *j, const struct story_switch *s)
{
	json_open(j, NULL, '{');
	json_u64(j, "step", s->step);
	thread_or_null(j, "from", s->from);
	json_u64(j, "to", s->to);
	json_str(j, "reason", story_reason_name[s->reason]);
	if (s->necessary == NECESSARY_UNKNOWN)
		json_null(j, "necessary");
	else
		json_bool(j, "necessary", s->necessary == NECESSARY_YES);
	json_str(j, "text", s->text);
	json_close(j);
}

static void json_choices(struct json *j, const struct story_run *r)
{
	json_open(j, "choices", '[');
	for (size_t i = 0; i < r->choices.n; i++) {
		const struct story_choice *c = &r->choices.at[i];
		json_open(j, NULL, '{');
		json_u64(j, "step", c->step);
		json_str(j, "kind", story_choice_name[c->kind]);
		json_str(j, "text", c->text);
		json_close(j);
	}
	json_close(j);
}

static void json_arrows(struct json *j, const struct story_run *r)
{
	json_open(j, "arrows", '[');
	for (size_t i = 0; i < r->arrows.n; i++) {
		const struct story_arrow *a = &r->arrows.at[i];
		json_open(j, NULL, '{');
		json_u64(j, "from", a->from);
		json_u64(j, "to", a->to);
		json_str(j, "kind", story_arrow_name[a->kind]);
		json_close(j);
	}
	json_close(j);
}

static void json_waits(struct json *j, const struct story_run *r)
{
	json_open(j, "waits", '[');
	for (size_t i = 0; i < r->waits.n; i++) {
		const struct story_wait *w = &r->waits.at[i];
		json_open(j, NULL, '{');
		json_u64(j, "thread", w->thread);
		index_or_null(j, "object", w->object);
		json_u64(j, "from", w->from);
		step_or_null(j, "to", w->to);
		json_str(j, "text", w->text);
		json_close(j);
	}
	json_close(j);
}

/* The members of an execution, inside an object that is open. */
static void json_run(struct json *j, const struct story_run *r)
{
	json_threads(j, r);
	json_open(j, "steps", '[');
	for (size_t i = 0; i < r->steps.n; i++)
		json_step(j, &r->steps.at[i]);
	json_close(j);
	json_open(j, "switches", '[');
	for (size_t i = 0; i < r->switches.n; i++)
		json_switch(j, &r->switches.at[i]);
	json_close(j);
	json_choices(j, r);
	json_arrows(j, r);
	json_waits(j, r);
	if (r->steps_in_all > r->steps.n) {
		json_open(j, "truncated", '{');
		json_u64(j, "steps_in_all", r->steps_in_all);
		json_close(j);
	} else {
		json_null(j, "truncated");
	}
}

/* ---- tables ---- */

static void json_files(struct json *j, const struct story *s)
{
	json_open(j, "files", '[');
	for (size_t i = 0; i < s->files.n; i++) {
		const struct story_file *f = &s->files.at[i];
		json_open(j, NULL, '{');
		json_str(j, "path", f->path);
		json_u64(j, "first", f->first);
		if (f->readable) {
			json_open(j, "lines", '[');
			for (size_t k = 0; k < f->lines.n; k++)
				json_str(j, NULL, f->lines.at[k]);
			json_close(j);
		} else {
			json_null(j, "lines");
		}
		json_close(j);
	}
	json_close(j);
}

static void json_frames(struct json *j, const struct story *s)
{
	json_open(j, "frames", '[');
	for (size_t i = 0; i < s->frames.n; i++) {
		const struct story_frame *f = &s->frames.at[i];
		json_open(j, NULL, '{');
		json_str(j, "function", f->function);
		index_or_null(j, "file", f->file);
		json_u64(j, "line", f->line);
		json_u64(j, "column", f->column);
		json_bool(j, "inlined", f->inlined);
		json_bool(j, "library", f->library);
		json_close(j);
	}
	json_close(j);
}

static void json_tables(struct json *j, const struct story *s)
{
	json_files(j, s);
	json_frames(j, s);
	json_open(j, "stacks", '[');
	for (size_t i = 0; i < s->stacks.n; i++) {
		json_open(j, NULL, '[');
		for (size_t k = 0; k < s->stacks.at[i].frames.n; k++)
			json_u64(j, NULL, s->stacks.at[i].frames.at[k]);
		json_close(j);
	}
	json_close(j);
	json_open(j, "objects", '[');
	for (size_t i = 0; i < s->objects.n; i++) {
		json_open(j, NULL, '{');
		json_str(j, "name", s->objects.at[i].name);
		json_str(j, "kind", story_object_name[s->objects.at[i].kind]);
		json_hex(j, "addr", s->objects.at[i].addr);
		json_close(j);
	}
	json_close(j);
}

/* ---- all of it ---- */

static void json_finding(struct json *j, const struct story *s)
{
	json_open(j, "finding", '{');
	json_str(j, "kind", finding_info[s->kind].text);
	json_str(j, "severity", s->severity == SEVERITY_ERROR ? "error" : "warning");
	json_str(j, "message", s->message);
	json_str(j, "headline", s->headline);
	thread_or_null(j, "thread", s->thread);
	index_or_null(j, "stack", s->stack);
	json_open(j, "notes", '[');
	for (size_t i = 0; i < s->notes.n; i++) {
		const struct story_note *n = &s->notes.at[i];
		json_open(j, NULL, '{');
		json_str(j, "text", n->text);
		thread_or_null(j, "thread", n->thread);
		index_or_null(j, "stack", n->stack);
		json_bool(j, "loop", n->loop);
		json_close(j);
	}
	json_close(j);
	json_close(j);
}

static void json_minimised(struct json *j, const struct story_minimised *m)
{
	if (!m->known) {
		json_null(j, "minimised");
		return;
	}
	json_open(j, "minimised", '{');
	json_open(j, "from", '{');
	json_u64(j, "preemptions", m->from_preemptions);
	json_u64(j, "switches", m->from_switches);
	json_close(j);
	json_open(j, "to", '{');
	json_u64(j, "preemptions", m->to_preemptions);
	json_u64(j, "switches", m->to_switches);
	json_close(j);
	json_bool(j, "complete", m->complete);
	json_str(j, "text", m->text);
	json_close(j);
}

static void json_passing(struct json *j, const struct story *s)
{
	if (!s->has_passing) {
		json_null(j, "passing");
		return;
	}
	json_open(j, "passing", '{');
	json_run(j, &s->passing);
	step_or_null(j, "parts_at", s->parts_at);
	json_str(j, "text", s->passing_text);
	json_close(j);
}

void story_json(struct buf *out, const struct story *s)
{
	struct json j = {.out = out, .lines = 2};
	json_open(&j, NULL, '{');
	json_str(&j, "schema", STORY_SCHEMA);
	json_str(&j, "scree", SCREE_VERSION);
	json_str(&j, "program", s->program);
	json_open(&j, "args", '[');
	for (size_t i = 0; i < s->args.n; i++)
		json_str(&j, NULL, s->args.at[i]);
	json_close(&j);
	json_str(&j, "build_id", s->build_id);
	json_str(&j, "replay", s->replay);
	json_str(&j, "gdb", s->gdb);
	json_finding(&j, s);
	json_minimised(&j, &s->minimised);
	json_run(&j, &s->run);
	json_tables(&j, s);
	json_passing(&j, s);
	json_close(&j);
	buf_u8(out, '\n');
}
