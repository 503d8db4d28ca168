/* SPDX-License-Identifier: MIT */
/* No thread can run: who waits for what, who has it, and whether it is a cycle. */
#include "base/format.h"
#include "engine/engine.h"
#include "engine/findings.h"

#define STACK_MAX 64
#define TEXT_MAX  1024
#define NAMED_MAX 6 /* threads in a headline; the notes have all of them */

static bool is_alive(const struct thread *t)
{
	return t->status == THREAD_READY;
}

static enum op_wait waits_of(const struct thread *t)
{
	return event_waits(thread_pending(t));
}

static bool joins(const struct thread *t)
{
	return waits_of(t) == WAIT_EXIT;
}

/* Sleeps until another thread signals: on a condition variable or a futex. */
static bool awaits_signal(const struct thread *t)
{
	return t->asleep && (waits_of(t) == WAIT_REACQUIRE || waits_of(t) == WAIT_WAKE);
}

/* Waits to take a lock that is in somebody's held list. */
static bool awaits_lock(const struct thread *t)
{
	enum dep_class dep = event_dep(thread_pending(t));
	return is_alive(t) && !t->asleep && waits_of(t) != WAIT_FUNCTION &&
	       (dep == DEP_ACQUIRE || dep == DEP_ACQUIRE_SHARED);
}

/* Must u do something before t can go on? */
static bool waits_for(const struct thread *t, struct thread *u)
{
	const struct event *e = thread_pending(t);
	if (!is_alive(t) || t->asleep)
		return false;
	if (joins(t))
		return e->arg == u->id;
	if (awaits_lock(t))
		return held_find(u, (const void *)e->addr);
	return machine->waits_for && machine->waits_for(t, u);
}

/* ------------------------------------------------------------------- cycle */

struct walk {
	uint16_t *path;
	size_t n;
	size_t start; /* of the cycle in path, once it is found */
	bool seen[MAX_THREADS];
};

static bool find_cycle(struct walk *w, unsigned id)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->path[i] == id) {
			w->start = i;
			return true;
		}
	if (w->seen[id])
		return false;
	w->seen[id] = true;
	w->path[w->n++] = (uint16_t)id;
	for (unsigned next = 0; next < thread_count(); next++)
		if (waits_for(thread_by_id(id), thread_by_id(next)) && find_cycle(w, next))
			return true;
	w->n--;
	return false;
}

static bool deadlock_cycle(uint16_t *out, size_t *n)
{
	struct walk w = {.path = out};
	for (unsigned id = 0; id < thread_count(); id++) {
		if (!find_cycle(&w, id))
			continue;
		*n = w.n - w.start;
		for (size_t i = 0; i < *n; i++)
			out[i] = out[w.start + i];
		return true;
	}
	return false;
}

/* -------------------------------------------------------------------- text */

struct text {
	char at[TEXT_MAX];
	size_t n;
};

/* Cuts off what does not fit. */
#define append(text, ...)                                                                          \
	do {                                                                                       \
		size_t room_ = sizeof((text)->at) - (text)->n;                                     \
		size_t n_ = format((text)->at + (text)->n, room_, __VA_ARGS__);                    \
		(text)->n += n_ < room_ ? n_ : room_ - 1;                                          \
	} while (0)

/* "waits for mutex {0x...}" */
static void append_wait(struct text *out, const struct thread *t)
{
	const struct event *e = thread_pending(t);
	size_t room = sizeof(out->at) - out->n;
	if (machine->describe_wait) {
		size_t n = machine->describe_wait(t, out->at + out->n, room);
		out->n += n < room ? n : room - 1;
	} else {
		append(out, "waits in %s on {0x%lx}", op_info[e->kind].text, e->addr);
	}
}

/* ", held by {T2} (which has exited)" */
static void append_holders(struct text *out, const struct thread *t)
{
	const char *before = ", held by ";
	for (unsigned i = 0; i < thread_count(); i++) {
		struct thread *u = thread_by_id(i);
		if (joins(t) || !waits_for(t, u))
			continue;
		append(out, "%s{T%u}%s", before, i,
		       u == t                       ? " itself"
		       : u->status == THREAD_EXITED ? ", which has exited"
		                                    : "");
		before = " and ";
	}
}

/* -------------------------------------------------------------------- notes */

/* Has a thread with a lower id the same wait, so that its notes name the holders? */
static bool holders_are_noted(const struct thread *t)
{
	for (unsigned i = 0; i < t->id; i++) {
		const struct thread *u = thread_by_id(i);
		if (awaits_lock(u) && thread_pending(u)->addr == thread_pending(t)->addr)
			return true;
	}
	return false;
}

static void describe_wait(struct finding *f, const struct thread *t)
{
	struct text text = {.n = 0};
	const struct event *e = thread_pending(t);
	uint64_t stack[STACK_MAX];
	append_wait(&text, t);
	append_holders(&text, t);
	finding_note(f, t, stack, machine->stack(t, e->pc, stack, STACK_MAX), "{T%u} %s",
	             (unsigned)t->id, text.at);
	if (awaits_lock(t) && !holders_are_noted(t))
		finding_note_holders(f, (const void *)e->addr);
}

/* ----------------------------------------------------------------- headline */

/* What t has that `before`, the thread in front of it in the cycle, waits for. */
static void append_has(struct text *out, const struct thread *before)
{
	const struct event *e = thread_pending(before);
	if (waits_of(before) == WAIT_FUNCTION)
		append(out, "runs the initialisation of {0x%lx} and ", e->addr);
	else if (awaits_lock(before))
		append(out, "holds {0x%lx} and ", e->addr);
}

static void append_cycle(struct text *out, const uint16_t *cycle, size_t n)
{
	for (size_t i = 0; i < n && i < NAMED_MAX; i++) {
		const struct thread *t = thread_by_id(cycle[i]);
		append(out, "%s{T%u} ", i ? ", " : "", (unsigned)t->id);
		append_has(out, thread_by_id(cycle[(i + n - 1) % n]));
		append_wait(out, t);
	}
	if (n > NAMED_MAX)
		append(out, ", and so on around %lu threads", (unsigned long)n);
}

/* Everybody who is left; those that only join others come last. */
static void append_stuck(struct text *out)
{
	unsigned named = 0, left = 0;
	for (int joining = 0; joining < 2; joining++)
		for (unsigned i = 0; i < thread_count(); i++) {
			const struct thread *t = thread_by_id(i);
			if (!is_alive(t) || joins(t) != joining)
				continue;
			if (named == NAMED_MAX) {
				left++;
				continue;
			}
			append(out, "%s{T%u} ", named++ ? "; " : "", i);
			append_wait(out, t);
			append_holders(out, t);
		}
	if (left)
		append(out, "; %u more threads wait", left);
}

/* Is everybody left a sleeper that only a signal can wake, or waits for such a one to exit? */
static bool only_sleepers_left(void)
{
	bool any = false;
	for (unsigned i = 0; i < thread_count(); i++) {
		const struct thread *t = thread_by_id(i);
		if (!is_alive(t))
			continue;
		if (!awaits_signal(t) && !joins(t))
			return false;
		any = any || awaits_signal(t);
	}
	return any;
}

/* Whose stack tells most: one that does not just join others. */
static const struct thread *first_stuck(void)
{
	const struct thread *found = self;
	for (unsigned i = thread_count(); i-- > 0;) {
		const struct thread *t = thread_by_id(i);
		if (is_alive(t) && (!joins(t) || !is_alive(found)))
			found = t;
	}
	return found;
}

static void show_at(struct finding *f, const struct thread *t)
{
	const struct event *e = thread_pending(t);
	uint64_t stack[STACK_MAX];
	size_t n = machine->stack(t, e->pc, stack, STACK_MAX);
	f->thread = t->id;
	f->addr = e->addr;
	vec_clear(&f->stack);
	for (size_t i = 0; i < n; i++)
		vec_push(&f->stack, stack[i]);
}

void report_stuck(void)
{
	uint16_t cycle[MAX_THREADS];
	size_t n = 0;
	struct text text = {.n = 0};
	enum finding_kind kind = FINDING_DEADLOCK;
	const struct thread *shown = first_stuck();
	if (deadlock_cycle(cycle, &n)) {
		shown = thread_by_id(cycle[0]);
		append_cycle(&text, cycle, n);
	} else {
		append_stuck(&text);
		if (only_sleepers_left()) {
			kind = FINDING_LOST_WAKEUP;
			append(&text, ": nobody is left to wake a sleeper");
		}
	}
	struct finding *f = finding_start(kind, 0, "%s", text.at);
	show_at(f, shown);
	for (unsigned i = 0; i < thread_count(); i++)
		if (is_alive(thread_by_id(i)))
			describe_wait(f, thread_by_id(i));
	finding_finish(f);
}
