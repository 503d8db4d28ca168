/* SPDX-License-Identifier: MIT */
/*
 * The execution of a story as a code flow of SARIF: a thread flow for each thread. Steps and
 * switches have places in one order (executionOrder), so that a reader can weave the threads
 * together again; a switch stands in the flow of the thread that stops.
 */
#include "report/render/sarif_internal.h"

#include "base/text.h"
#include "report/words/number.h"

struct flow {
	struct json *json;
	const struct story *story;
	const struct story_run *run;
	VEC(uint32_t) where; /* for each switch a step at whose place the thread stops; 0: none */
	uint64_t told;       /* locations */
	uint32_t first;      /* what comes before this step is left out */
	bool slice_only;     /* so are steps that the failure does not depend on */
};

static bool is_told(const struct flow *f, const struct story_step *s)
{
	return s->slice || !f->slice_only;
}

/* ---- how much is told ---- */

/* From the end until there would be too many. */
static void fit(struct flow *f)
{
	const struct story_run *run = f->run;
	size_t k = run->switches.n;
	f->told = 0;
	for (f->first = (uint32_t)run->steps.n + 1; f->first > 1; f->first--) {
		uint32_t step = f->first - 1;
		uint64_t more = is_told(f, &run->steps.at[step - 1]);
		for (; k && run->switches.at[k - 1].step >= step; k--)
			more += run->switches.at[k - 1].from != NO_THREAD;
		if (f->told + more > SARIF_LOCATIONS_MAX)
			break;
		f->told += more;
	}
}

static void limit(struct flow *f)
{
	fit(f);
	if (f->first == 1)
		return;
	f->slice_only = true;
	fit(f);
}

/* Where the threads of switches stop: at what they do next, else at what they did last. */
static void find_places(struct flow *f)
{
	const struct story_run *run = f->run;
	VEC(uint32_t) next = {0};
	size_t k = run->switches.n;
	for (size_t i = 0; i < run->threads.n; i++)
		vec_push(&next, 0);
	for (size_t i = 0; i < k; i++)
		vec_push(&f->where, 0);
	for (uint32_t step = (uint32_t)run->steps.n; step; step--) {
		unsigned thread = run->steps.at[step - 1].thread;
		BUG_ON(thread >= next.n);
		next.at[thread] = step;
		for (; k && run->switches.at[k - 1].step >= step; k--) {
			const struct story_switch *w = &run->switches.at[k - 1];
			uint32_t at = w->from == NO_THREAD ? 0 : next.at[w->from];
			for (uint32_t p = step; !at && w->from != NO_THREAD && p > 1; p--)
				if (run->steps.at[p - 2].thread == w->from)
					at = p - 1;
			f->where.at[k - 1] = at;
		}
	}
	vec_release(&next);
}

/* ---- locations ---- */

static void json_kinds(struct json *j, const struct story_step *s)
{
	if (s->acquires == STORY_NONE && s->releases == STORY_NONE && !s->failing)
		return;
	json_open(j, "kinds", '[');
	if (s->acquires != STORY_NONE)
		json_str(j, NULL, "acquire");
	if (s->releases != STORY_NONE)
		json_str(j, NULL, "release");
	if (s->acquires != STORY_NONE || s->releases != STORY_NONE)
		json_str(j, NULL, "lock");
	if (s->failing)
		json_str(j, NULL, "danger");
	json_close(j);
}

/* What memory holds after the step. */
static void json_state(struct json *j, const struct story *story, const struct story_step *s)
{
	const char *value = s->after ? s->after : s->before;
	if (s->object == STORY_NONE || !value)
		return;
	json_open(j, "state", '{');
	sarif_message(j, story->objects.at[s->object].name, value);
	json_close(j);
}

/* order: how many switches stand before it. */
static void json_step(const struct flow *f, const struct story_step *s, size_t order)
{
	struct json *j = f->json;
	const struct story *story = f->story;
	json_open(j, NULL, '{');
	sarif_location(j, "location", story,
	               &(struct sarif_location){.frame = story_place(story, s->stack),
	                                        .message = s->text});
	json_kinds(j, s);
	json_state(j, story, s);
	if (s->stack != STORY_NONE)
		json_u64(j, "nestingLevel", story->stacks.at[s->stack].frames.n - 1);
	json_u64(j, "executionOrder", order + (size_t)(s - f->run->steps.at) + 1);
	json_str(j, "importance", s->slice ? "essential" : "unimportant");
	json_close(j);
}

static void json_switch(const struct flow *f, size_t k)
{
	static const char *const importance[] = {[NECESSARY_UNKNOWN] = "important",
	                                         [NECESSARY_YES] = "essential",
	                                         [NECESSARY_NO] = "unimportant"};
	const struct story_switch *w = &f->run->switches.at[k];
	struct json *j = f->json;
	uint32_t stack = f->where.at[k] ? f->run->steps.at[f->where.at[k] - 1].stack : STORY_NONE;
	json_open(j, NULL, '{');
	sarif_location(j, "location", f->story,
	               &(struct sarif_location){.frame = story_place(f->story, stack),
	                                        .message = w->text});
	json_open(j, "kinds", '[');
	json_str(j, NULL, "switch");
	json_str(j, NULL, story_reason_name[w->reason]);
	json_close(j);
	json_u64(j, "executionOrder", w->step + k);
	json_str(j, "importance", importance[w->necessary]);
	json_close(j);
}

/* ---- threads ---- */

static void open_thread(const struct flow *f, const struct story_thread *t)
{
	struct buf b = {0};
	char *id = str_format("T%u", t->id);
	buf_text(&b, id);
	if (t->name)
		buf_printf(&b, " %s", t->name);
	if (t->start)
		buf_printf(&b, " runs %s", t->start);
	if (t->waits_for)
		buf_printf(&b, "; in the end it %s", t->waits_for);
	json_open(f->json, NULL, '{');
	json_str(f->json, "id", id);
	sarif_message(f->json, "message", buf_cstr(&b));
	json_open(f->json, "locations", '[');
	mem_free(id);
	buf_release(&b);
}

/* Threads of which nothing is told have no flow: it could not be empty. */
static void json_thread(const struct flow *f, const struct story_thread *t)
{
	const struct story_run *run = f->run;
	bool open = false;
	size_t k = 0;
	for (uint32_t step = 1; step <= run->steps.n; step++) {
		const struct story_step *s = &run->steps.at[step - 1];
		bool mine = s->thread == t->id && is_told(f, s);
		for (; k < run->switches.n && run->switches.at[k].step <= step; k++) {
			if (run->switches.at[k].from != t->id || step < f->first)
				continue;
			if (!open)
				open_thread(f, t);
			open = true;
			json_switch(f, k);
		}
		if (!mine || step < f->first)
			continue;
		if (!open)
			open_thread(f, t);
		open = true;
		json_step(f, s, k);
	}
	if (!open)
		return;
	json_close(f->json);
	json_close(f->json);
}

/* ---- all of it ---- */

static void json_left_out(const struct flow *f)
{
	struct buf b = {0};
	if (f->slice_only)
		buf_text(&b, "Only steps that the failure depends on are told. ");
	if (f->first > 1 || f->run->steps_in_all > f->run->steps.n)
		buf_text(&b, "The beginning is left out. ");
	if (b.n) {
		buf_text(&b, "There are ");
		number_count(&b, f->run->steps_in_all, "step");
		buf_text(&b, " in all.");
		sarif_message(f->json, "message", buf_cstr(&b));
	}
	buf_release(&b);
}

void sarif_flow(struct json *j, const struct story *s)
{
	struct flow f = {.json = j, .story = s, .run = &s->run};
	limit(&f);
	if (!f.told)
		return;
	find_places(&f);
	json_open(j, "codeFlows", '[');
	json_open(j, NULL, '{');
	json_left_out(&f);
	json_open(j, "threadFlows", '[');
	for (size_t i = 0; i < s->run.threads.n; i++)
		json_thread(&f, &s->run.threads.at[i]);
	json_close(j);
	json_close(j);
	json_close(j);
	vec_release(&f.where);
}
