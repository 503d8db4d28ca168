/* SPDX-License-Identifier: MIT */
#include "runtime/debug.h"
#include "engine/record.h"
#include "event/stopped.h"
#include "runtime/control.h"
#include "runtime/fiber/carrier.h"
#include "runtime/arch/x86_64/syscall.h"

#include <string.h>
#include <sys/prctl.h>

#define STACK_MAX 64

extern char __start_scree_text[], __stop_scree_text[];

struct debug_page scree_debug = {.version = DEBUG_VERSION};
static bool debugger;
static bool waited;

/* The compiler must not merge them, nor leave their calls out. */
#define BREAK(name)                                                                                \
	__attribute__((noinline, used)) void scree_break_##name(void)                              \
	{                                                                                          \
		__asm__ volatile("" ::"i"(#name) : "memory");                                      \
	}
BREAK(step)
BREAK(finding)
BREAK(end)

bool debug_init(void)
{
	debugger = wire_config.flags & WIRE_DEBUGGER;
	scree_debug.code_lo = (uintptr_t)__start_scree_text;
	scree_debug.code_hi = (uintptr_t)__stop_scree_text;
	return debugger || wire_config.stop_at;
}

/* The debugger is a child of the controller; where Yama guards processes, we must name it. */
void debug_wait(void)
{
	if (!debugger || waited)
		return;
	waited = true;
	raw_syscall2(SYS_prctl, PR_SET_PTRACER, raw_syscall0(SYS_getppid));
	raw_syscall2(SYS_prctl, PR_SET_NAME, "T0 main");
	control_wait_go();
}

static void show_thread(struct debug_thread *d, const struct thread *t)
{
	const struct event *e = thread_pending(t);
	enum thread_status status = thread_status_now(t);
	bool over = status == THREAD_EXITED;
	*d = (struct debug_thread){
	        .tid = carrier_tid(t),
	        .start = t->start,
	        .status = (uintptr_t)thread_status_text[status],
	        .op = over ? 0 : (uintptr_t)op_info[e->kind].text,
	        .addr = over ? 0 : e->addr,
	        .arg = e->arg,
	        .pc = over ? 0 : e->pc,
	};
	memcpy(d->name, t->name, sizeof(d->name));
}

static void show(void)
{
	scree_debug.step = recording.n_events + 1;
	scree_debug.thread = self->id;
	scree_debug.n_threads = thread_count();
	for (unsigned i = 0; i < thread_count(); i++)
		show_thread(&scree_debug.threads[i], thread_by_id(i));
}

static void add_place(struct stopped *s, const struct thread *t)
{
	struct stopped_thread place = {
	        .id = t->id, .status = (uint8_t)thread_status_now(t), .next = *thread_pending(t)};
	uint64_t pcs[STACK_MAX];
	size_t n = place.status == THREAD_EXITED
	                   ? 0
	                   : thread_stack(t, place.next.pc, pcs, ARRAY_SIZE(pcs));
	for (size_t i = 0; i < n; i++)
		vec_push(&place.stack, pcs[i]);
	vec_push(&s->threads, place);
}

static NORETURN void stop_here(void)
{
	struct stopped s = {.step = recording.n_events + 1, .thread = self->id};
	struct buf b = {0};
	for (unsigned i = 0; i < thread_count(); i++)
		add_place(&s, thread_by_id(i));
	stopped_encode(&b, &s);
	host_send(WIRE_STOPPED, b.at, b.n);
	buf_release(&b);
	stopped_release(&s);
	execution_end(END_STOPPED);
}

void debug_step(bool switched)
{
	uint64_t step = recording.n_events + 1;
	if (!debugger) {
		if (step >= wire_config.stop_at)
			stop_here();
		return;
	}
	show();
	if ((scree_debug.stop_at && step >= scree_debug.stop_at) ||
	    (scree_debug.stop_switch && switched))
		scree_break_step();
}

void debug_done(void)
{
	struct debug_thread *d = &scree_debug.threads[self->id];
	scree_debug.step = recording.n_events + 1;
	d->status = (uintptr_t) "running";
	d->op = d->addr = d->pc = 0;
}

void debug_finding(const struct finding *f)
{
	if (!debugger)
		return;
	debug_wait();
	show();
	scree_debug.finding = (uintptr_t)finding_info[f->kind].text;
	scree_debug.message = (uintptr_t)f->message;
	scree_break_finding();
}

void debug_end(void)
{
	if (!debugger)
		return;
	debug_wait();
	show();
	scree_break_end();
}
