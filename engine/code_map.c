/* SPDX-License-Identifier: MIT */
#include "engine/code_map.h"
#include "base/vec.h"
#include "engine/engine.h"

/* What the rules say of a place, or of a stack: bits, and above them the latest directive. */
enum code_fact {
	FACT_KNOWN = 1 << 0, /* so that it differs from "not looked up yet" */
	FACT_IGNORED = 1 << 1,
	FACT_TRUSTED = 1 << 2,
	FACT_WITHIN = 1 << 3, /* of the latest directive */
};
#define FACT_BITS        0xffu
#define ORDER_SHIFT      8
#define ORDER_FACT(rule) ((uint64_t)((rule)->order + 1) << ORDER_SHIFT)

/* Code of which all rules say the same; sorted, without overlaps. */
struct stretch {
	uintptr_t lo, hi;
	uint64_t facts;
};

struct point {
	uintptr_t lo, hi;
	uintptr_t reach;  /* the largest hi of the points up to this one */
	uintptr_t caller; /* 0: any */
	uint16_t thread;
};

bool code_has_points, code_has_stack, code_hides;
static bool allow_mode; /* there is some --within */
static VEC(struct stretch) stretches;
static VEC(struct point) points;
static const uintptr_t *bases; /* of each module of the rules; UINTPTR_MAX: not loaded */

/* What is to be added to the offsets of a module. */
static uintptr_t base_of(uint16_t module)
{
	return module == CODE_ABSOLUTE ? 0 : bases[module];
}

/* -------------------------------------------------------------- the tables */

static uint64_t facts_of(const struct code_rule *r)
{
	switch (r->kind) {
	case CODE_WITHIN:
		return ORDER_FACT(r) | FACT_WITHIN;
	case CODE_WITHOUT:
		return ORDER_FACT(r);
	case CODE_IGNORE:
		return FACT_IGNORED;
	default:
		return FACT_TRUSTED;
	}
}

/* Of two directives the later one, of the rest both. */
static uint64_t join_facts(uint64_t a, uint64_t b)
{
	uint64_t hidden = (a | b) & (FACT_IGNORED | FACT_TRUSTED);
	uint64_t later = a >> ORDER_SHIFT >= b >> ORDER_SHIFT ? a : b;
	return hidden | (later & ~(uint64_t)(FACT_IGNORED | FACT_TRUSTED | FACT_KNOWN));
}

static void sort_edges(uintptr_t *at, size_t n)
{
	for (size_t gap = n / 2; gap; gap /= 2)
		for (size_t i = gap; i < n; i++) {
			uintptr_t x = at[i];
			size_t j = i;
			for (; j >= gap && at[j - gap] > x; j -= gap)
				at[j] = at[j - gap];
			at[j] = x;
		}
}

/* Each piece between two edges gets what all rules around it say. */
static void make_stretches(const struct stretch *all, size_t n)
{
	VEC(uintptr_t) edges = {0};
	for (size_t i = 0; i < n; i++) {
		vec_push(&edges, all[i].lo);
		vec_push(&edges, all[i].hi);
	}
	sort_edges(edges.at, edges.n);
	vec_clear(&stretches);
	for (size_t i = 0; i + 1 < edges.n; i++) {
		struct stretch s = {edges.at[i], edges.at[i + 1], 0};
		for (size_t k = 0; s.lo < s.hi && k < n; k++)
			if (all[k].lo <= s.lo && s.hi <= all[k].hi)
				s.facts = join_facts(s.facts, all[k].facts);
		if (s.facts)
			vec_push(&stretches, s);
	}
	vec_release(&edges);
}

static void sort_points(void)
{
	for (size_t i = 1; i < points.n; i++) {
		struct point x = points.at[i];
		size_t j = i;
		for (; j && points.at[j - 1].lo > x.lo; j--)
			points.at[j] = points.at[j - 1];
		points.at[j] = x;
	}
	uintptr_t reach = 0;
	for (size_t i = 0; i < points.n; i++) {
		reach = points.at[i].hi > reach ? points.at[i].hi : reach;
		points.at[i].reach = reach;
	}
}

static void add_point(const struct code_rule *r, uintptr_t base)
{
	struct point p = {.lo = base + r->lo, .hi = base + r->hi, .thread = r->thread};
	if (r->caller && base_of(r->caller_module) == UINTPTR_MAX)
		return;
	if (r->caller)
		p.caller = base_of(r->caller_module) + r->caller;
	vec_push(&points, p);
}

static void note_kind(const struct code_rule *r)
{
	code_has_points |= r->kind == CODE_POINT;
	code_has_stack |= r->kind == CODE_WITHIN || r->kind == CODE_WITHOUT;
	code_hides |= r->kind == CODE_IGNORE || r->kind == CODE_TRUST;
	allow_mode |= r->kind == CODE_WITHIN;
}

void code_map_init(const uintptr_t *module_bases)
{
	const struct code_rules *c = &wire_config.code;
	VEC(struct stretch) all = {0};
	bases = module_bases;
	vec_clear(&points);
	for (size_t i = 0; i < c->rules.n; i++) {
		const struct code_rule *r = &c->rules.at[i];
		uintptr_t base = base_of(r->module);
		note_kind(r);
		if (base == UINTPTR_MAX)
			continue;
		if (r->kind == CODE_POINT)
			add_point(r, base);
		else
			vec_push(&all, (struct stretch){base + r->lo, base + r->hi, facts_of(r)});
	}
	make_stretches(all.at, all.n);
	vec_release(&all);
	sort_points();
	/* What the frames remember was said of the old tables. */
	for (uint32_t i = 0; i < self->depth && i < SHADOW_STACK_MAX; i++)
		self->frames[i].code = 0;
}

/* ---------------------------------------------------------------- look-ups */

static uint64_t facts_at(uintptr_t return_address)
{
	uintptr_t pc = return_address - 1;
	size_t lo = 0, hi = stretches.n;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		if (stretches.at[mid].hi <= pc)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < stretches.n && stretches.at[lo].lo <= pc ? stretches.at[lo].facts : 0;
}

/* Of the whole stack; the frames remember their part of the answer. */
static uint64_t stack_facts(uintptr_t pc)
{
	uint32_t depth = self->depth, i = depth;
	uint64_t facts = 0;
	while (i && !self->frames[i - 1].code)
		i--;
	if (i)
		facts = self->frames[i - 1].code;
	for (; i < depth; i++) {
		facts = join_facts(facts, facts_at(self->frames[i].pc));
		self->frames[i].code = facts | FACT_KNOWN;
	}
	return join_facts(facts, facts_at(pc));
}

bool code_is_point(uintptr_t pc)
{
	size_t lo = 0, hi = points.n;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		if (points.at[mid].lo <= pc - 1)
			lo = mid + 1;
		else
			hi = mid;
	}
	uint32_t top = self->depth < SHADOW_STACK_MAX ? self->depth : SHADOW_STACK_MAX;
	uintptr_t caller = top ? self->frames[top - 1].pc : 0;
	for (; lo && points.at[lo - 1].reach > pc - 1; lo--) {
		const struct point *p = &points.at[lo - 1];
		if (pc - 1 < p->hi && (p->thread == NO_THREAD || p->thread == self->id) &&
		    (!p->caller || p->caller == caller))
			return true;
	}
	return false;
}

bool code_keeps(uintptr_t pc)
{
	if (unlikely(self->depth > SHADOW_STACK_MAX))
		return true;
	uint64_t facts = stack_facts(pc);
	bool keeps = facts >> ORDER_SHIFT ? facts & FACT_WITHIN : !allow_mode;
	if (!keeps)
		count(COUNT_SEALED);
	return keeps;
}

bool code_hides_access(uintptr_t pc)
{
	if (unlikely(self->depth > SHADOW_STACK_MAX))
		return false;
	uint64_t facts = stack_facts(pc);
	if (!(facts & (FACT_IGNORED | FACT_TRUSTED)))
		return false;
	count(facts & FACT_IGNORED ? COUNT_IGNORED : COUNT_TRUSTED);
	self->hidden_run++;
	return true;
}
