/* SPDX-License-Identifier: MIT */
#include "jobs/deepening/job_set.h"

#include <inttypes.h>

bool job_point_covers(const struct job_point *p, const struct job_point *q)
{
	return p->pc == q->pc && p->class == q->class &&
	       (p->thread == ANY_THREAD || p->thread == q->thread) &&
	       (p->callsite == ANY_CALLSITE || p->callsite == q->callsite);
}

int job_point_compare(const struct job_point *p, const struct job_point *q)
{
	if (p->pc != q->pc)
		return p->pc < q->pc ? -1 : 1;
	if (p->callsite != q->callsite)
		return p->callsite < q->callsite ? -1 : 1;
	if (p->thread != q->thread)
		return p->thread < q->thread ? -1 : 1;
	return (p->class > q->class) - (p->class < q->class);
}

uint32_t job_set_pp(const struct job_set *s)
{
	return s->classes | PP_SET_YIELD | PP_BIT(PP_JOIN);
}

static bool is_everywhere(const struct job_set *s)
{
	return (s->classes & PP_SET_EVERYWHERE) == PP_SET_EVERYWHERE;
}

static bool has_class(const struct job_set *s, const struct job_point *p)
{
	return p->class != PP_NEVER && (s->classes & PP_BIT(p->class));
}

struct job_set job_set_of(uint32_t classes)
{
	return (struct job_set){.classes = classes | PP_SET_YIELD};
}

struct job_set job_set_copy(const struct job_set *s)
{
	struct job_set copy = {.classes = s->classes};
	for (size_t i = 0; i < s->points.n; i++)
		vec_push(&copy.points, s->points.at[i]);
	return copy;
}

void job_set_release(struct job_set *s)
{
	vec_release(&s->points);
}

bool job_set_has(const struct job_set *s, const struct job_point *p)
{
	if (is_everywhere(s) || has_class(s, p))
		return true;
	size_t low = 0, high = s->points.n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (s->points.at[middle].pc < p->pc)
			low = middle + 1;
		else
			high = middle;
	}
	for (size_t i = low; i < s->points.n && s->points.at[i].pc == p->pc; i++)
		if (job_point_covers(&s->points.at[i], p))
			return true;
	return false;
}

bool job_set_add(struct job_set *s, const struct job_point *p)
{
	struct job_point added = *p;
	if (job_set_has(s, &added))
		return false;
	size_t n = 0;
	for (size_t i = 0; i < s->points.n; i++)
		if (!job_point_covers(&added, &s->points.at[i]))
			s->points.at[n++] = s->points.at[i];
	s->points.n = n;
	vec_push(&s->points, added);
	for (; n > 0 && job_point_compare(&added, &s->points.at[n - 1]) < 0; n--)
		s->points.at[n] = s->points.at[n - 1];
	s->points.at[n] = added;
	return true;
}

void job_set_add_all(struct job_set *s, const struct job_set *more)
{
	size_t n = 0;
	s->classes |= more->classes;
	for (size_t i = 0; i < s->points.n; i++)
		if (!is_everywhere(s) && !has_class(s, &s->points.at[i]))
			s->points.at[n++] = s->points.at[i];
	s->points.n = n;
	for (size_t i = 0; i < more->points.n; i++)
		job_set_add(s, &more->points.at[i]);
}

bool job_set_equal(const struct job_set *a, const struct job_set *b)
{
	if (a->classes != b->classes || a->points.n != b->points.n)
		return false;
	for (size_t i = 0; i < a->points.n; i++)
		if (job_point_compare(&a->points.at[i], &b->points.at[i]) != 0)
			return false;
	return true;
}

bool job_set_within(const struct job_set *a, const struct job_set *b)
{
	if (a->classes & ~b->classes)
		return false;
	for (size_t i = 0; i < a->points.n; i++)
		if (!job_set_has(b, &a->points.at[i]))
			return false;
	return true;
}

bool job_set_strictly_within(const struct job_set *a, const struct job_set *b)
{
	return job_set_within(a, b) && !job_set_equal(a, b);
}

size_t job_set_size(const struct job_set *s)
{
	uint32_t beyond = s->classes & ~PP_SET_YIELD;
	return (size_t)__builtin_popcount(beyond) + s->points.n;
}

static void point_text(struct buf *b, const struct job_point *p, job_point_namer namer, void *arg)
{
	if (namer)
		namer(b, p->pc, arg);
	else
		buf_printf(b, "0x%" PRIx64, p->pc);
	if (p->callsite != ANY_CALLSITE) {
		buf_text(b, " called from ");
		if (namer)
			namer(b, p->callsite, arg);
		else
			buf_printf(b, "0x%" PRIx64, p->callsite);
	}
	if (p->thread != ANY_THREAD)
		buf_printf(b, " in thread %u", p->thread);
}

static void classes_text(struct buf *b, uint32_t classes)
{
	if ((classes & PP_SET_EVERYWHERE) == PP_SET_EVERYWHERE) {
		buf_text(b, "everywhere");
		return;
	}
	buf_text(b, pp_class_name[PP_YIELD]);
	if ((classes & PP_SET_ALL) == PP_SET_ALL) {
		buf_text(b, ", all synchronization");
		return;
	}
	for (int i = PP_YIELD + 1; i < PP_COUNT; i++)
		if (classes & PP_BIT(i))
			buf_printf(b, ", %s", pp_class_name[i]);
}

void job_set_text(struct buf *b, const struct job_set *s, job_point_namer namer, void *arg)
{
	classes_text(b, s->classes);
	for (size_t i = 0; i < s->points.n; i++) {
		buf_text(b, ", ");
		point_text(b, &s->points.at[i], namer, arg);
	}
}
