/* SPDX-License-Identifier: MIT */
#include "engine/findings.h"
#include "base/format.h"
#include "engine/engine.h"
#include "engine/record.h"
#include "engine/send.h"

#include <string.h>

#define STACK_MAX 64

/* A formatted, owned string. */
static char *message_of(const char *fmt, va_list args)
{
	char small[512];
	size_t n = vformat(small, sizeof(small), fmt, args);
	char *s = mem_alloc(n + 1);
	if (n < sizeof(small))
		memcpy(s, small, n);
	else
		vformat(s, n + 1, fmt, args);
	return s;
}

static void push_stack(pc_vec *out, const uint64_t *pcs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		vec_push(out, pcs[i]);
}

static void push_once(pc_vec *out, uint64_t pc)
{
	for (size_t i = 0; i < out->n; i++)
		if (out->at[i] == pc)
			return;
	vec_push(out, pc);
}

static struct finding *finding_new(enum finding_kind kind, uintptr_t pc, char *message)
{
	struct finding *f = mem_alloc(sizeof(*f));
	f->kind = (uint8_t)kind;
	f->thread = self->id;
	f->message = message;
	f->execution = page->executions + 1;
	uint64_t pcs[STACK_MAX];
	size_t n = machine->stack(self, pc, pcs, STACK_MAX);
	push_stack(&f->stack, pcs, n);
	for (size_t i = 0; i < recording.choices.n; i++)
		vec_push(&f->schedule, recording.choices.at[i]);
	for (size_t i = 0; i < recording.preempted.n; i++)
		push_once(&f->preempted, recording.preempted.at[i]);
	return f;
}

struct finding *finding_start(enum finding_kind kind, uintptr_t pc, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	struct finding *f = finding_new(kind, pc, message_of(fmt, args));
	va_end(args);
	return f;
}

void finding_note(struct finding *f, const struct thread *t, const uint64_t *stack, size_t n,
                  const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	struct note note = {.text = message_of(fmt, args),
	                    .thread = t ? t->id : (uint16_t)NO_THREAD};
	va_end(args);
	push_stack(&note.stack, stack, n);
	vec_push(&f->notes, note);
}

void finding_note_loop(struct finding *f, const struct thread *t, const uint64_t *pcs, size_t n)
{
	if (!n)
		return;
	finding_note(f, t, pcs, n, "the loop of {T%u}", (unsigned)t->id);
	vec_last(&f->notes)->loop = true;
}

void finding_note_holders(struct finding *f, const volatile void *lock)
{
	for (unsigned i = 0; i < thread_count(); i++) {
		struct thread *t = thread_by_id(i);
		const struct held_lock *h = held_find(t, lock);
		if (!h)
			continue;
		uint64_t taken = h->pc;
		finding_note(f, t, &taken, 1, "{T%u} took {0x%lx}%s here%s", i,
		             (unsigned long)h->addr, h->shared ? " for reading" : "",
		             t->status == THREAD_EXITED ? ", and exited with it" : "");
	}
}

/* Without a controller nobody resolves names: the raw facts must do. */
static void print_finding(const struct finding *f)
{
	char line[1024];
	format(line, sizeof(line), "scree: %s%s: %s (thread T%u)\n",
	       f->severity == SEVERITY_WARNING ? "warning: " : "", finding_info[f->kind].text,
	       f->message, (unsigned)f->thread);
	host_print(line);
	for (size_t i = 0; i < f->stack.n; i++) {
		format(line, sizeof(line), "scree:   at %p\n", (void *)f->stack.at[i]);
		host_print(line);
	}
}

static void deliver(struct finding *f)
{
	if (standalone)
		print_finding(f);
	else
		send_finding(f);
	finding_release(f);
	mem_free(f);
}

/* Such a finding stands for an operation that was not done, and that race analysis does not see. */
static bool ends_an_operation(unsigned kind)
{
	switch ((enum finding_kind)kind) {
	case FINDING_SEGFAULT:
	case FINDING_STACK_OVERFLOW:
	case FINDING_USE_AFTER_FREE:
	case FINDING_USE_AFTER_RETURN:
	case FINDING_BUFFER_OVERFLOW:
	case FINDING_DOUBLE_FREE:
	case FINDING_INVALID_FREE:
	case FINDING_INFINITE_LOOP:
	case FINDING_SYNC_MISUSE:
		return true;
	case FINDING_ASSERTION:
	case FINDING_ABORT:
	case FINDING_DEADLOCK:
	case FINDING_LOST_WAKEUP:
	case FINDING_LIVELOCK:
	case FINDING_EXCEPTION:
	case FINDING_EXIT_STATUS:
	case FINDING_LEAK:
	case FINDING_DATA_RACE:
	case FINDING_COUNT:
		return false;
	}
	return false;
}

void finding_finish(struct finding *f)
{
	if (engine_mutated(ENGINE_FINDING_LOST)) {
		finding_release(f);
		mem_free(f);
		execution_end(END_FINDING);
	}
	page->findings++;
	if (machine->on_finding)
		machine->on_finding(f);
	/* Without --continue nothing is claimed after a finding. */
	if (wire_config.flags & WIRE_CONTINUE)
		execution_count_cut(ends_an_operation(f->kind));
	deliver(f);
	execution_end(END_FINDING);
}

void finding_raise(enum finding_kind kind, uintptr_t pc, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	struct finding *f = finding_new(kind, pc, message_of(fmt, args));
	va_end(args);
	finding_finish(f);
}

void finding_warn(enum finding_kind kind, uintptr_t pc, const char *fmt, ...)
{
	static VEC(uintptr_t) seen; /* pc and kind in one word */
	uintptr_t key = pc << 8 | kind;
	for (size_t i = 0; i < seen.n; i++)
		if (seen.at[i] == key)
			return;
	vec_push(&seen, key);
	va_list args;
	va_start(args, fmt);
	struct finding *f = finding_new(kind, pc, message_of(fmt, args));
	va_end(args);
	f->severity = SEVERITY_WARNING;
	deliver(f);
}

NORETURN void run_stop(char *message, uintptr_t pc)
{
	if (standalone) {
		host_print("scree: error: ");
		host_print(message);
		host_print("\n");
		host_exit(2);
	}
	struct wire_error e = {.message = message, .thread = self->id};
	static uint64_t pcs[STACK_MAX]; /* there may be no memory to allocate from */
	e.stack = (pc_vec){pcs, machine->stack(self, pc, pcs, STACK_MAX), STACK_MAX};
	send_error(&e);
}

void env_error(uintptr_t pc, const char *fmt, ...)
{
	/* May come before there is any memory to allocate from. */
	static char text[1024];
	va_list args;
	va_start(args, fmt);
	vformat(text, sizeof(text), fmt, args);
	va_end(args);
	run_stop(text, pc);
}

static uint64_t counters[COUNT_COUNT];

void count(enum wire_counter counter)
{
	counters[counter]++;
}

void counters_clear(void)
{
	memset(counters, 0, sizeof(counters));
}

void counters_add(const uint64_t saved[COUNT_COUNT])
{
	for (int i = 0; i < COUNT_COUNT; i++)
		counters[i] += saved[i];
}

const uint64_t *counters_now(void)
{
	return counters;
}
