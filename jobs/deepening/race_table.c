/* SPDX-License-Identifier: MIT */
#include "jobs/deepening/race_table.h"

const char *const race_fate_name[RACE_FATES] = {
        [RACE_UNTESTED] = "untested",
        [RACE_BENIGN] = "benign",
        [RACE_BUGGY] = "buggy",
};

static int access_compare(const struct race_side *a, const struct race_side *b)
{
	int order = job_point_compare(&a->point, &b->point);
	return order ? order : (a->kind > b->kind) - (a->kind < b->kind);
}

static struct known_race *find(struct race_table *t, const struct race_side *a,
                               const struct race_side *b)
{
	for (size_t i = 0; i < t->races.n; i++) {
		struct known_race *r = &t->races.at[i];
		if (access_compare(&r->a, a) == 0 && access_compare(&r->b, b) == 0)
			return r;
	}
	return NULL;
}

bool race_both_orders(const struct known_race *r)
{
	return r->a_first && r->b_first;
}

bool race_reported_by(const struct known_race *r, uint32_t job)
{
	for (size_t i = 0; i < r->reporters.n; i++)
		if (r->reporters.at[i] == job)
			return true;
	return false;
}

size_t race_points(const struct known_race *r, struct job_point out[2])
{
	size_t n = 0;
	if (r->a_first)
		out[n++] = r->a.point;
	/* One place that races with itself in another thread is one point. */
	if (r->b_first && (n == 0 || job_point_compare(&out[0], &r->b.point) != 0))
		out[n++] = r->b.point;
	return n;
}

static void set_tested(struct known_race *r, bool tested)
{
	r->tested = tested;
	if (r->class != RACE_BUGGY)
		r->class = tested ? RACE_BENIGN : RACE_UNTESTED;
}

/* Plain accesses are told apart from one another by their places alone. */
static struct race_side side_with_class(const struct race_side *s)
{
	struct race_side side = *s;
	side.point.class = op_info[s->kind].pp == PP_MEMORY ? PP_NEVER : op_info[s->kind].pp;
	return side;
}

struct race_news race_table_see(struct race_table *t, uint32_t job, const struct race_sighting *s)
{
	struct race_side first = side_with_class(&s->first), second = side_with_class(&s->second);
	bool turned = access_compare(&first, &second) > 0;
	const struct race_side *a = turned ? &second : &first;
	const struct race_side *b = turned ? &first : &second;
	struct race_news news = {0};
	struct known_race *r = find(t, a, b);
	if (!r) {
		vec_push(&t->races,
		         (struct known_race){.a = *a, .b = *b, .nondeterministic = true});
		r = vec_last(&t->races);
		news.new_race = true;
	}
	bool both_before = race_both_orders(r);
	r->a_first |= !turned || s->both_orders;
	r->b_first |= turned || s->both_orders;
	r->nondeterministic &= !s->first_execution;
	if (!race_reported_by(r, job)) {
		vec_push(&r->reporters, job);
		news.new_reporter = true;
	}
	news.upgraded = !news.new_race && !both_before && race_both_orders(r);
	news.index = (size_t)(r - t->races.at);
	/* What was completed was completed without the point that is needed now. */
	if (news.upgraded)
		set_tested(r, false);

	struct job_point points[2];
	size_t n = race_points(r, points);
	for (size_t i = 0; i < n; i++)
		job_set_add(&t->points, &points[i]);
	return news;
}

bool race_table_both_orders(const struct race_table *t, const struct job_point *p)
{
	for (size_t i = 0; i < t->races.n; i++) {
		const struct known_race *r = &t->races.at[i];
		if (race_both_orders(r) &&
		    (job_point_covers(p, &r->a.point) || job_point_covers(p, &r->b.point)))
			return true;
	}
	return false;
}

static bool lists(const pc_vec *places, uint64_t pc)
{
	for (size_t i = 0; i < places->n; i++)
		if (places->at[i] == pc)
			return true;
	return false;
}

void race_table_bug(struct race_table *t, const pc_vec *places)
{
	for (size_t i = 0; i < t->races.n; i++) {
		struct known_race *r = &t->races.at[i];
		if (lists(places, r->a.point.pc) || lists(places, r->b.point.pc))
			r->class = RACE_BUGGY;
	}
}

void race_table_forget_bugs(struct race_table *t)
{
	for (size_t i = 0; i < t->races.n; i++)
		t->races.at[i].class = t->races.at[i].tested ? RACE_BENIGN : RACE_UNTESTED;
}

void race_table_completed(struct race_table *t, uint32_t job, const struct job_set *set)
{
	for (size_t i = 0; i < t->races.n; i++) {
		struct known_race *r = &t->races.at[i];
		struct job_point points[2];
		size_t n = race_points(r, points);
		/* A job that never came to the accesses says nothing about them. */
		bool tested = race_reported_by(r, job);
		for (size_t k = 0; k < n; k++)
			tested = tested && job_set_has(set, &points[k]);
		if (tested)
			set_tested(r, true);
	}
}

void race_table_verified(struct race_table *t)
{
	for (size_t i = 0; i < t->races.n; i++)
		set_tested(&t->races.at[i], true);
}

void race_table_release(struct race_table *t)
{
	for (size_t i = 0; i < t->races.n; i++)
		vec_release(&t->races.at[i].reporters);
	vec_release(&t->races);
	job_set_release(&t->points);
}
