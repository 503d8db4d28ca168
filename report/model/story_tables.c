/* SPDX-License-Identifier: MIT */
/* The tables of a story: frames, stacks, files and objects, each once. */
#include "report/model/story_internal.h"

#include <string.h>

/* A file with more lines is shown around what is told of it. */
#define WHOLE_FILE_LINES 3000u
#define WINDOW_LINES     200u

const char *const story_object_name[OBJECT_KINDS] = {
        [OBJECT_VARIABLE] = "variable", [OBJECT_HEAP] = "heap",   [OBJECT_MUTEX] = "mutex",
        [OBJECT_RWLOCK] = "rwlock",     [OBJECT_COND] = "cond",   [OBJECT_SEMAPHORE] = "semaphore",
        [OBJECT_BARRIER] = "barrier",   [OBJECT_ONCE] = "once",   [OBJECT_FUTEX] = "futex",
        [OBJECT_STREAM] = "stream",     [OBJECT_OTHER] = "other",
};

/* ---- frames and stacks ---- */

static uint32_t file_of(struct story *s, const char *path)
{
	for (uint32_t i = 0; i < s->files.n; i++)
		if (strcmp(s->files.at[i].path, path) == 0)
			return i;
	vec_push(&s->files, (struct story_file){.path = str_copy(path), .first = 1});
	return (uint32_t)s->files.n - 1;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static uint32_t frame_of(struct story *s, const struct source_frame *f)
{
	struct story_frame frame = {
	        .file = f->file ? file_of(s, f->file) : STORY_NONE,
	        .line = f->file ? f->line : 0,
	        .column = f->column,
	        .inlined = f->inlined,
	        .library = f->library,
	};
	for (uint32_t i = 0; i < s->frames.n; i++) {
		const struct story_frame *g = &s->frames.at[i];
		if (g->file == frame.file && g->line == frame.line && g->column == frame.column &&
		    g->inlined == frame.inlined && same_text(g->function, f->function))
			return i;
	}
	frame.function = str_copy(f->function);
	vec_push(&s->frames, frame);
	return (uint32_t)s->frames.n - 1;
}

uint32_t story_stack(struct teller *t, const pc_vec *pcs)
{
	struct story *s = t->story;
	struct story_stack stack = {0};
	for (size_t i = 0; i < pcs->n; i++) {
		const frame_vec *frames = symbols_frames(t->symbols, pcs->at[i]);
		for (size_t k = 0; k < frames->n; k++)
			if (!frames->at[k].checker)
				vec_push(&stack.frames, frame_of(s, &frames->at[k]));
	}
	if (!stack.frames.n)
		return STORY_NONE;
	/* Those of the events are distinct as they come: only the latest are looked at. */
	uint32_t from = s->stacks.n > 256 ? (uint32_t)s->stacks.n - 256 : 0;
	for (uint32_t i = from; i < s->stacks.n; i++) {
		const struct story_stack *old = &s->stacks.at[i];
		if (old->frames.n == stack.frames.n &&
		    memcmp(old->frames.at, stack.frames.at, stack.frames.n * sizeof(uint32_t)) ==
		            0) {
			vec_release(&stack.frames);
			return i;
		}
	}
	vec_push(&s->stacks, stack);
	return (uint32_t)s->stacks.n - 1;
}

uint32_t story_detail_stack(struct teller *t, uint32_t stack)
{
	if (stack == DETAIL_NONE)
		return STORY_NONE;
	uint32_t *known = &t->stacks.at[stack];
	if (*known == STORY_NONE)
		*known = story_stack(t, &t->detail->stacks.at[stack]);
	return *known;
}

const struct story_frame *story_place(const struct story *s, uint32_t stack)
{
	const struct story_frame *second_best = NULL;
	if (stack == STORY_NONE)
		return NULL;
	const struct story_stack *frames = &s->stacks.at[stack];
	for (size_t i = 0; i < frames->frames.n; i++) {
		const struct story_frame *f = &s->frames.at[frames->frames.at[i]];
		if (f->file == STORY_NONE || !f->line)
			continue;
		if (!f->library)
			return f;
		if (!second_best)
			second_best = f;
	}
	return second_best;
}

bool story_place_text(const struct story *s, uint32_t stack, struct buf *out)
{
	const struct story_frame *f = story_place(s, stack);
	if (!f || f->library)
		return false;
	const char *path = s->files.at[f->file].path, *slash = strrchr(path, '/');
	buf_printf(out, "%s:%u", slash ? slash + 1 : path, f->line);
	return true;
}

/* ---- objects ---- */

static enum object_role role_of(const struct story_object *o)
{
	bool memory =
	        o->kind == OBJECT_VARIABLE || o->kind == OBJECT_HEAP || o->kind == OBJECT_OTHER;
	return o->whole ? ROLE_BLOCK : memory ? ROLE_MEMORY : ROLE_SYNC;
}

uint32_t story_object_find(const struct story *s, uint64_t addr, enum object_role role)
{
	struct index_walk w = index_walk(&s->by_addr, index_mix(addr));
	for (uint32_t i; (i = index_next(&s->by_addr, &w)) != INDEX_NONE;)
		if (s->objects.at[i].addr == addr && role_of(&s->objects.at[i]) == role)
			return i;
	return STORY_NONE;
}

static uint64_t hash_name(const char *name)
{
	uint64_t h = 0;
	for (; *name; name++)
		h = index_mix(h ^ (uint8_t)*name);
	return h;
}

static bool is_called(const struct story_object *o, const char *name)
{
	size_t n = strlen(name);
	return strncmp(o->name, name, n) == 0 && (!o->name[n] || str_starts(o->name + n, " #"));
}

/* Different memory has different names: the second `head->next` is "head->next #2". */
static uint32_t number_of_name(const struct story *s, uint64_t addr, const char *name)
{
	uint32_t most = 0;
	struct index_walk w = index_walk(&s->by_name, hash_name(name));
	for (uint32_t i; (i = index_next(&s->by_name, &w)) != INDEX_NONE;) {
		const struct story_object *o = &s->objects.at[i];
		if (!is_called(o, name))
			continue;
		if (o->addr == addr)
			return o->nth;
		if (o->nth > most)
			most = o->nth;
	}
	return most + 1;
}

uint32_t story_object(struct story *s, uint64_t addr, enum story_object_kind kind, bool whole,
                      char *name)
{
	uint32_t i = (uint32_t)s->objects.n, nth = number_of_name(s, addr, name);
	struct story_object object = {
	        .kind = (uint8_t)kind, .whole = whole, .addr = addr, .nth = nth};
	object.name = nth == 1 ? str_copy(name) : str_format("%s #%u", name, nth);
	index_add(&s->by_addr, index_mix(addr), i);
	index_add(&s->by_name, hash_name(name), i);
	vec_push(&s->objects, object);
	mem_free(name);
	return i;
}

/* ---- source text ---- */

struct window {
	uint32_t first, last; /* 0: nothing of the file is told */
	bool own;             /* written by the program's author */
};

static void split(struct story_file *f, const char *text, struct window w)
{
	uint32_t lines = 1, number = 1;
	for (const char *p = text; (p = strchr(p, '\n')) && p[1]; p++)
		lines++;
	if (lines <= WHOLE_FILE_LINES)
		w = (struct window){1, lines, w.own};
	f->first = w.first > WINDOW_LINES && lines > WHOLE_FILE_LINES ? w.first - WINDOW_LINES : 1;
	for (; *text && number <= w.last + WINDOW_LINES; number++) {
		size_t n = strcspn(text, "\n");
		size_t shown = n && text[n - 1] == '\r' ? n - 1 : n;
		if (number >= f->first)
			vec_push(&f->lines, str_format("%.*s", (int)shown, text));
		text += n + (text[n] == '\n');
	}
	f->readable = true;
}

/* The path as debug information has it; the story's may be seen from the current directory. */
static void read_file(struct teller *t, uint32_t i, struct window w)
{
	struct story_file *f = &t->story->files.at[i];
	const char *text = sources_text(t->facts->sources, f->path);
	if (text)
		split(f, text, w);
}

void story_files(struct teller *t)
{
	struct story *s = t->story;
	VEC(struct window) windows = {0};
	for (size_t i = 0; i < s->files.n; i++)
		vec_push(&windows, (struct window){0});
	for (size_t i = 0; i < s->frames.n; i++) {
		const struct story_frame *f = &s->frames.at[i];
		if (f->file == STORY_NONE || !f->line)
			continue;
		BUG_ON(f->file >= windows.n);
		struct window *w = &windows.at[f->file];
		w->own |= !f->library;
		if (!w->first || f->line < w->first)
			w->first = f->line;
		if (f->line > w->last)
			w->last = f->line;
	}
	for (uint32_t i = 0; i < s->files.n; i++)
		if (windows.at[i].own && !s->files.at[i].readable)
			read_file(t, i, windows.at[i]);
	vec_release(&windows);
}
