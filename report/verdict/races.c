/* SPDX-License-Identifier: MIT */
#include "report/verdict/races.h"

#include "report/words/escape.h"
#include "report/words/json_stack.h"
#include "report/words/number.h"

static const char *const suppressed_name[] = {
        [RACE_ON_RECYCLED_MEMORY] = "recycled",
        [RACE_IN_INITIALIZATION] = "initialization",
};

enum race_class race_class(const struct race_record *r)
{
	return r->flags & RACE_C11 ? RACE_IS_DATA_RACE : RACE_IS_ORDER_DEPENDENT;
}

enum race_suppressed race_suppressed(const struct race_record *r)
{
	if (r->flags & RACE_RECYCLED)
		return RACE_ON_RECYCLED_MEMORY;
	return race_is_initialization(r) ? RACE_IN_INITIALIZATION : RACE_NOT_SUPPRESSED;
}

/* Of the later access the stack may know a better place than its pc alone. */
static const struct source_frame *place_of(struct symbols *symbols, const struct race_access *a,
                                           const pc_vec *stack)
{
	if (stack && stack->n)
		return symbols_place(symbols, stack->at, stack->n);
	return symbols_place(symbols, &a->pc, 1);
}

size_t races_suppressed(const struct outcome *o, enum race_suppressed why)
{
	size_t n = 0;
	for (size_t i = 0; i < o->races.n; i++)
		n += race_suppressed(&o->races.at[i]) == why;
	return n;
}

/* --- what became of them --- */

static bool is_side(const struct race_side *s, const struct race_access *a)
{
	return s->point.pc == a->pc && s->kind == a->kind;
}

static bool is_pair(const struct known_race *k, const struct race_record *r)
{
	return (is_side(&k->a, &r->first) && is_side(&k->b, &r->second)) ||
	       (is_side(&k->b, &r->first) && is_side(&k->a, &r->second));
}

const struct known_race *race_known(const struct race_table *t, const struct race_record *r)
{
	for (size_t i = 0; i < t->races.n; i++)
		if (is_pair(&t->races.at[i], r))
			return &t->races.at[i];
	return NULL;
}

const struct race_record *race_seen(const struct outcome *o, const struct known_race *k)
{
	const struct race_record *recycled = NULL;
	for (size_t i = 0; i < o->races.n; i++) {
		const struct race_record *r = &o->races.at[i];
		if (!is_pair(k, r))
			continue;
		if (!(r->flags & RACE_RECYCLED))
			return r;
		recycled = r;
	}
	return recycled;
}

/* --- text --------------------------------------------------------------------------------- */

static void add_escaped(struct buf *out, struct buf *plain)
{
	escape_text(out, buf_cstr(plain));
	buf_release(plain);
}

static void add_object(struct buf *out, struct symbols *symbols, uint64_t addr)
{
	struct buf name = {0};
	symbols_object(symbols, addr, 0, &name);
	add_escaped(out, &name);
}

static void add_locks(struct buf *out, struct symbols *symbols, const race_lock_vec *locks)
{
	if (!locks->n)
		buf_text(out, ", no locks");
	for (size_t i = 0; i < locks->n; i++) {
		const struct race_lock *l = &locks->at[i];
		buf_printf(out, "%s%s ", i ? ", " : ", holding ", race_lock_name[l->kind]);
		add_object(out, symbols, l->addr);
		if (l->shared)
			buf_text(out, " for reading");
	}
}

static void add_access(struct buf *out, const struct text_style *style, const struct race_access *a,
                       const pc_vec *stack)
{
	const struct source_frame *f = place_of(style->symbols, a, stack);
	buf_printf(out, "  %s", op_info[a->kind].text);
	if (op_info[a->kind].dep == DEP_WRITE && !a->writes)
		buf_text(out, " (changed nothing)");
	buf_printf(out, " by T%u", a->thread);
	if (f && f->function) {
		buf_text(out, " in ");
		escape_text(out, f->function);
	}
	buf_text(out, " at ");
	paint_start(out, style->colour, PAINT_PLACE);
	if (f && f->file) {
		escape_text(out, f->file);
		buf_printf(out, ":%u", f->line);
	} else {
		buf_printf(out, "0x%llx", (unsigned long long)a->pc);
	}
	paint_end(out, style->colour);
	add_locks(out, style->symbols, &a->locks);
	buf_u8(out, '\n');
}

static void add_race(struct buf *out, const struct text_style *style, const struct race_record *r)
{
	bool data_race = race_class(r) == RACE_IS_DATA_RACE;
	paint_start(out, style->colour, data_race ? PAINT_ERROR : PAINT_WARNING);
	buf_text(out, data_race ? "data race:" : "order-dependent accesses:");
	paint_end(out, style->colour);
	buf_u8(out, ' ');
	add_object(out, style->symbols, r->addr);
	buf_u8(out, '\n');
	add_access(out, style, &r->first, NULL);
	add_access(out, style, &r->second, &r->stack);
	buf_text(out, r->flags & RACE_BOTH_ORDERS ? "  seen in both orders"
	                                          : "  seen in this order only");
	if (r->first.generation || r->second.generation)
		buf_printf(out, "; heap memory of generation %u", r->second.generation);
	buf_text(out,
	         r->execution > 1 ? "; nondeterministic: first in execution " : "; in execution ");
	number_add(out, r->execution);
	buf_u8(out, '\n');
}

static void add_short_access(struct buf *out, struct symbols *symbols, const struct race_access *a,
                             const pc_vec *stack)
{
	const struct source_frame *f = place_of(symbols, a, stack);
	buf_printf(out, "%s at ", op_info[a->kind].text);
	if (!f) {
		buf_printf(out, "0x%llx", (unsigned long long)a->pc);
		return;
	}
	escape_text(out, f->file);
	buf_printf(out, ":%u", f->line);
	if (f->function) {
		buf_text(out, " in ");
		escape_text(out, f->function);
	}
}

void text_race_line(struct buf *out, struct symbols *symbols, const struct race_record *r)
{
	add_object(out, symbols, r->addr);
	buf_text(out, ": ");
	add_short_access(out, symbols, &r->first, NULL);
	buf_text(out, ", ");
	add_short_access(out, symbols, &r->second, &r->stack);
}

static void add_suppressed(struct buf *out, const struct outcome *o)
{
	size_t recycled = races_suppressed(o, RACE_ON_RECYCLED_MEMORY);
	size_t set_up = races_suppressed(o, RACE_IN_INITIALIZATION);
	if (recycled) {
		buf_text(out, "not shown: ");
		number_count(out, recycled, "pair");
		buf_text(out, " seen only on memory that was freed and allocated again\n");
	}
	if (set_up) {
		buf_text(out, "not shown: ");
		number_count(out, set_up, "pair");
		buf_text(out, " seen only in one order while an object was set up or taken down\n");
	}
}

void text_races(struct buf *out, const struct text_style *style, const struct outcome *o,
                enum race_mode mode)
{
	if (!o->races.n)
		return;
	buf_printf(out, "races (%s): ", race_mode_name[mode]);
	number_count(out, races_suppressed(o, RACE_NOT_SUPPRESSED), "pair");
	buf_text(out, " of accesses in an order that nothing enforces\n");
	for (enum race_class class = RACE_IS_DATA_RACE; class <= RACE_IS_ORDER_DEPENDENT; class ++)
		for (size_t i = 0; i < o->races.n; i++) {
			const struct race_record *r = &o->races.at[i];
			if (race_class(r) == class && !race_suppressed(r))
				add_race(out, style, r);
		}
	add_suppressed(out, o);
	buf_u8(out, '\n');
}

/* --- JSON --------------------------------------------------------------------------------- */

static void put_object(struct json *j, struct symbols *symbols, uint64_t addr)
{
	struct buf name = {0};
	json_hex(j, "addr", addr);
	symbols_object(symbols, addr, 0, &name);
	json_str(j, "object", buf_cstr(&name));
	buf_release(&name);
}

static void put_locks(struct json *j, struct symbols *symbols, const race_lock_vec *locks)
{
	json_open(j, "locks", '[');
	for (size_t i = 0; i < locks->n; i++) {
		json_open(j, NULL, '{');
		json_str(j, "kind", race_lock_name[locks->at[i].kind]);
		put_object(j, symbols, locks->at[i].addr);
		json_bool(j, "shared", locks->at[i].shared);
		json_close(j);
	}
	json_close(j);
}

static void put_access(struct json *j, struct symbols *symbols, const struct race_access *a,
                       const pc_vec *stack)
{
	const struct source_frame *f = place_of(symbols, a, stack);
	json_open(j, NULL, '{');
	json_u64(j, "thread", a->thread);
	json_str(j, "op", op_info[a->kind].text);
	json_bool(j, "writes", a->writes);
	json_place(j, f);
	json_hex(j, "pc", a->pc);
	json_u64(j, "generation", a->generation);
	put_locks(j, symbols, &a->locks);
	json_close(j);
}

void json_race(struct json *j, struct symbols *symbols, const struct race_record *r,
               const struct deepening *jobs)
{
	const struct known_race *known = jobs ? race_known(&jobs->races, r) : NULL;
	json_str(j, "class", race_class(r) == RACE_IS_DATA_RACE ? "data-race" : "order-dependent");
	if (jobs)
		json_str(j, "fate", known ? race_fate_name[known->class] : NULL);
	json_str(j, "suppressed", suppressed_name[race_suppressed(r)]);
	json_str(j, "order", r->flags & RACE_BOTH_ORDERS ? "both" : "single");
	json_u64(j, "execution", r->execution);
	json_bool(j, "nondeterministic", r->execution > 1);
	put_object(j, symbols, r->addr);
	json_open(j, "accesses", '[');
	put_access(j, symbols, &r->first, NULL);
	put_access(j, symbols, &r->second, &r->stack);
	json_close(j);
	json_stack(j, symbols, &r->stack);
}

/* Recycled ones that no job tests have none: with them, the numbers add up to all. */
static void put_fates(struct json *j, const struct outcome *o, const struct deepening *jobs)
{
	uint64_t fates[RACE_FATES] = {0}, recycled = 0;
	for (size_t i = 0; i < o->races.n; i++) {
		const struct known_race *known = race_known(&jobs->races, &o->races.at[i]);
		if (known)
			fates[known->class]++;
		else
			recycled++;
	}
	for (int i = 0; i < RACE_FATES; i++)
		json_u64(j, race_fate_name[i], fates[i]);
	json_u64(j, "recycled", recycled);
	json_u64(j, "initialization", races_suppressed(o, RACE_IN_INITIALIZATION));
}

void json_races(struct json *j, struct symbols *symbols, const struct outcome *o,
                enum race_mode mode, const struct deepening *jobs)
{
	size_t data_races = 0;
	if (mode == RACES_NONE) {
		json_null(j, "races");
		return;
	}
	for (size_t i = 0; i < o->races.n; i++)
		data_races += race_class(&o->races.at[i]) == RACE_IS_DATA_RACE;
	json_open(j, "races", '{');
	json_str(j, "mode", race_mode_name[mode]);
	json_u64(j, "total", o->races.n);
	json_u64(j, "data_races", data_races);
	if (jobs)
		put_fates(j, o, jobs);
	json_open(j, "suppressed", '{');
	json_u64(j, "recycled", races_suppressed(o, RACE_ON_RECYCLED_MEMORY));
	json_u64(j, "initialization", races_suppressed(o, RACE_IN_INITIALIZATION));
	json_close(j);
	json_open(j, "list", '[');
	for (size_t i = 0; i < o->races.n; i++) {
		json_open(j, NULL, '{');
		json_race(j, symbols, &o->races.at[i], jobs);
		json_close(j);
	}
	json_close(j);
	json_close(j);
}
