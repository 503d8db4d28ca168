/* SPDX-License-Identifier: MIT */
/* The table of the program's threads, their locks and their shadow stacks. */
#include "runtime/sched.h"
#include "runtime/dead_stack.h"
#include "runtime/fiber/slot.h"
#include "runtime/loop.h"
#include "runtime/spin.h"
#include "runtime/stacks.h"
#include "runtime/arch/x86_64/arch.h"
#include "runtime/arch/x86_64/syscall.h"

#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>

#define RED_ZONE 128 /* of the x86-64 ABI */
#define PAGE     4096ul

static struct thread main_thread;
struct thread *self = &main_thread;
bool threads_exist;

struct thread *thread_table[MAX_THREADS] = {&main_thread};
static EXEC_STATE unsigned n_threads = 1;

/* The main thread as it was at the snapshot. */
static struct thread saved_main;
static struct frame *saved_frames;
static void **saved_specific;

void threads_init(void)
{
	main_thread.fs_base = arch_fs_base();
	main_thread.status = THREAD_READY;
	main_thread.touched_lo = NOT_TOUCHED;
	main_thread.frames = mem_alloc(sizeof(struct frame) * SHADOW_STACK_MAX);
	main_thread.specific = mem_alloc(SPECIFIC_MAX * sizeof(void *));
	main_thread.low_sp = (uintptr_t)__builtin_frame_address(0);
}

struct thread *thread_by_id(unsigned id)
{
	return thread_table[id];
}

unsigned thread_count(void)
{
	return n_threads;
}

uintptr_t thread_handle(const struct thread *t)
{
	return t->fs_base;
}

/* A slot, and with it the handle, may be used again once its thread has been joined. */
struct thread *thread_by_handle(uintptr_t handle)
{
	struct thread *joined = NULL;
	for (unsigned i = 0; i < n_threads; i++) {
		if (thread_table[i]->fs_base != handle)
			continue;
		if (!thread_table[i]->joined)
			return thread_table[i];
		joined = thread_table[i];
	}
	return joined;
}

long thread_virtual_tid(void)
{
	return raw_syscall0(SYS_getpid) + self->id;
}

/* An id that can be used again: its thread was joined, so all it did happened before. */
static struct thread *joined_thread(void)
{
	for (unsigned i = 1; i < n_threads; i++)
		if (thread_table[i]->joined)
			return thread_table[i];
	return NULL;
}

struct thread *thread_add(void)
{
	struct slot *slot = slot_take();
	if (!slot)
		return NULL;
	struct thread *t;
	if (n_threads < MAX_THREADS) {
		if (!thread_table[n_threads])
			thread_table[n_threads] = mem_alloc(sizeof(*t));
		t = thread_table[n_threads];
		t->id = (uint16_t)n_threads++;
	} else {
		t = joined_thread();
		if (!t) {
			slot_give_back(slot);
			return NULL;
		}
	}
	struct frame *frames =
	        t->frames ? t->frames : mem_alloc(sizeof(*frames) * SHADOW_STACK_MAX);
	void **specific = t->specific ? t->specific : mem_alloc(SPECIFIC_MAX * sizeof(void *));
	struct spin *spin = t->spin;
	struct loop *loop = t->loop;
	uint16_t id = t->id;
	memset(t, 0, offsetof(struct thread, held));
	t->id = id;
	t->frames = frames;
	t->spin = spin;
	spin_start(t);
	t->loop = loop;
	loop_start(t);
	t->specific = specific;
	memset(specific, 0, specific_used() * sizeof(*specific));
	t->slot = slot;
	slot->thread = t;
	t->touched_lo = NOT_TOUCHED;
	t->fs_base = slot->fs_base;
	t->stack_top = t->low_sp = slot->sp;
	stack_begin(t);
	t->stack_lo = slot->stack_lo;
	t->stack_low = slot->stack_lo + STACK_ROOM;
	return t;
}

/*
 * How far down the kernel lets the stack of main grow. At its very top stands the name of the
 * executable, a word below the end.
 */
static uintptr_t stack_limit(void)
{
	const char *name = (const char *)getauxval(AT_EXECFN);
	struct rlimit limit = {.rlim_cur = RLIM_INFINITY};
	raw_syscall2(SYS_getrlimit, RLIMIT_STACK, &limit);
	uintptr_t top =
	        ((uintptr_t)name + strlen(name) + 1 + sizeof(void *) + PAGE - 1) & ~(PAGE - 1);
	return limit.rlim_cur < top ? top - limit.rlim_cur : 0;
}

void threads_snapshot(void)
{
	main_thread.stack_lo = stack_limit();
	main_thread.stack_low = main_thread.stack_lo + STACK_ROOM;
	main_stack_known(main_thread.stack_lo, main_thread.stack_top);
	saved_main = main_thread;
	size_t kept = main_thread.depth < SHADOW_STACK_MAX ? main_thread.depth : SHADOW_STACK_MAX;
	saved_frames = mem_alloc(kept * sizeof(struct frame) + 1);
	memcpy(saved_frames, main_thread.frames, kept * sizeof(struct frame));
	saved_specific = mem_alloc(SPECIFIC_MAX * sizeof(void *));
	memcpy(saved_specific, main_thread.specific, SPECIFIC_MAX * sizeof(void *));
}

void threads_reset(uintptr_t main_sp)
{
	for (unsigned i = 1; i < n_threads; i++)
		stack_clear(thread_table[i]->slot->stack_lo, thread_table[i]->low_sp,
		            thread_table[i]->slot->sp);
	size_t kept = saved_main.depth < SHADOW_STACK_MAX ? saved_main.depth : SHADOW_STACK_MAX;
	memcpy(main_thread.specific, saved_specific, specific_used() * sizeof(void *));
	stack_clear(main_thread.stack_lo, main_thread.low_sp, main_sp - RED_ZONE);
	struct spin *spin = main_thread.spin;
	struct loop *loop = main_thread.loop;
	main_thread = saved_main;
	main_thread.sp = main_sp;
	main_thread.spin = spin;
	spin_start(&main_thread);
	main_thread.loop = loop;
	loop_start(&main_thread);
	memcpy(main_thread.frames, saved_frames, kept * sizeof(struct frame));
	self = &main_thread;
}

/* Our own frames are of no interest to the program's author. */
static bool is_ours(uintptr_t pc)
{
	extern char __start_scree_text[], __stop_scree_text[];
	return pc - (uintptr_t)__start_scree_text <=
	       (uintptr_t)__stop_scree_text - (uintptr_t)__start_scree_text;
}

size_t thread_stack(const struct thread *t, uintptr_t pc, uint64_t *out, size_t max)
{
	size_t n = 0;
	if (pc && !is_ours(pc) && n < max)
		out[n++] = pc;
	size_t depth = t->depth < SHADOW_STACK_MAX ? t->depth : SHADOW_STACK_MAX;
	while (depth-- && n < max)
		if (!is_ours(t->frames[depth].pc))
			out[n++] = t->frames[depth].pc;
	return n;
}

/* A way round has at most half so many calls. */
#define RECENT_CALLS 256

static bool comes_again(const struct frame *recent, size_t n, uintptr_t pc)
{
	unsigned times = 0;
	for (size_t i = 0; i < n && times < 2; i++)
		times += recent[i].pc == pc;
	return times == 2;
}

size_t thread_recursion(const struct thread *t, uint64_t *out, size_t max)
{
	size_t depth = t->depth < SHADOW_STACK_MAX ? t->depth : SHADOW_STACK_MAX;
	size_t recent = depth < RECENT_CALLS ? depth : RECENT_CALLS;
	size_t n = 0, first = 0;
	while (first < depth &&
	       (is_ours(t->frames[first].pc) ||
	        !comes_again(t->frames + depth - recent, recent, t->frames[first].pc)))
		first++;
	if (first == depth)
		return 0;
	for (size_t i = first + 1; i-- && n < max;)
		if (!is_ours(t->frames[i].pc))
			out[n++] = t->frames[i].pc;
	return n;
}

void held_add(struct thread *t, const volatile void *lock, bool shared, uintptr_t pc)
{
	struct held_lock *h = held_find(t, lock);
	if (h) {
		h->count++;
		return;
	}
	if (t->n_held == HELD_MAX)
		env_error(pc, "a thread holds more than %d locks", HELD_MAX);
	t->held[t->n_held++] =
	        (struct held_lock){.addr = (uintptr_t)lock, .count = 1, .shared = shared, .pc = pc};
}

struct held_lock *held_find(struct thread *t, const volatile void *lock)
{
	for (unsigned i = t->n_held; i-- > 0;)
		if (t->held[i].addr == (uintptr_t)lock)
			return &t->held[i];
	return NULL;
}

bool held_drop(struct thread *t, const volatile void *lock)
{
	struct held_lock *h = held_find(t, lock);
	if (!h)
		return false;
	if (--h->count == 0) {
		struct held_lock *end = &t->held[--t->n_held];
		memmove(h, h + 1, (size_t)((char *)end - (char *)h));
	}
	return true;
}

struct thread *holder_of(const volatile void *lock)
{
	for (unsigned i = 0; i < n_threads; i++)
		if (held_find(thread_table[i], lock))
			return thread_table[i];
	return NULL;
}

void clock_join(uint64_t ns)
{
	if (self->clock_ns < ns)
		self->clock_ns = ns;
}
