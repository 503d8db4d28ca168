/* SPDX-License-Identifier: MIT */
#include "report/words/job_names.h"

#include "report/words/escape.h"

#include <inttypes.h>
#include <string.h>

const char *const job_origin_name[] = {
        [JOB_SEED] = "seed",       [JOB_SMALL] = "small", [JOB_BIG] = "big",
        [JOB_MAXIMAL] = "maximal", [JOB_FIXED] = "fixed",
};

void name_point(struct buf *b, struct symbols *symbols, uint64_t pc)
{
	const struct source_frame *f = symbols_place(symbols, &pc, 1);
	if (!f) {
		buf_printf(b, "0x%" PRIx64, pc);
		return;
	}
	escape_text(b, f->file);
	buf_printf(b, ":%u", f->line);
}

static void name_classes(struct buf *b, uint32_t classes)
{
	uint32_t beyond = classes & ~PP_SET_YIELD;
	const char *comma = "";
	if ((classes & PP_SET_EVERYWHERE) == PP_SET_EVERYWHERE) {
		buf_text(b, "everywhere");
		return;
	}
	if ((classes & PP_SET_ALL) == PP_SET_ALL) {
		buf_text(b, "all synchronization");
		return;
	}
	for (int i = PP_YIELD + 1; i < PP_COUNT; i++)
		if (beyond & PP_BIT(i)) {
			buf_printf(b, "%s%s", comma, pp_class_name[i]);
			comma = ", ";
		}
}

/* A point that is meant for one caller or one thread says so. */
static char *name_whole_point(struct symbols *symbols, const struct job_point *p)
{
	struct buf b = {0};
	name_point(&b, symbols, p->pc);
	if (p->callsite != ANY_CALLSITE) {
		buf_text(&b, " called from ");
		name_point(&b, symbols, p->callsite);
	}
	if (p->thread != ANY_THREAD)
		buf_printf(&b, " in thread T%u", p->thread);
	return buf_detach(&b);
}

struct named {
	char *name;
	unsigned count;
};

void name_set(struct buf *b, struct symbols *symbols, const struct job_set *set)
{
	VEC(struct named) names = {0};
	size_t before = b->n;
	name_classes(b, set->classes);
	for (size_t i = 0; i < set->points.n; i++) {
		char *name = name_whole_point(symbols, &set->points.at[i]);
		size_t k = 0;
		while (k < names.n && strcmp(names.at[k].name, name) != 0)
			k++;
		if (k == names.n)
			vec_push(&names, (struct named){.name = name});
		else
			mem_free(name);
		names.at[k].count++;
	}
	for (size_t i = 0; i < names.n; i++) {
		buf_printf(b, "%s%s", b->n > before ? ", " : "", names.at[i].name);
		if (names.at[i].count > 1)
			buf_printf(b, " (%u)", names.at[i].count);
		mem_free(names.at[i].name);
	}
	if (b->n == before)
		buf_text(b, pp_class_name[PP_YIELD]);
	vec_release(&names);
}
