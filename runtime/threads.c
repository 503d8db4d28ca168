/* SPDX-License-Identifier: MIT */
/* The program's threads: their slots, stacks and handles. */
#include "runtime/rt.h"
#include "engine/hidden.h"
#include "engine/loop.h"
#include "engine/spin.h"
#include "runtime/dead_stack.h"
#include "runtime/fiber/slot.h"
#include "runtime/arch/x86_64/arch.h"
#include "runtime/arch/x86_64/syscall.h"

#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>

#define RED_ZONE 128 /* of the x86-64 ABI */
#define PAGE     4096ul

static struct native_thread main_thread;
struct thread *self = &main_thread.base;
static struct native_thread *all[MAX_THREADS]; /* by id; kept over executions */

/* The main thread as it was at the snapshot. */
static struct native_thread saved_main;
static struct frame *saved_frames;
static void **saved_specific;

void threads_init(void)
{
	thread_register(self);
	main_thread.fs_base = arch_fs_base();
	main_thread.base.status = THREAD_READY;
	main_thread.touched_lo = NOT_TOUCHED;
	main_thread.base.frames = mem_alloc(sizeof(struct frame) * SHADOW_STACK_MAX);
	main_thread.specific = mem_alloc(SPECIFIC_MAX * sizeof(void *));
	main_thread.base.low_sp = (uintptr_t)__builtin_frame_address(0);
}

uintptr_t thread_handle(const struct thread *t)
{
	return native(t)->fs_base;
}

/* A slot, and with it the handle, may be used again once its thread has been joined. */
struct thread *thread_by_handle(uintptr_t handle)
{
	struct thread *joined = NULL;
	for (unsigned i = 0; i < n_threads; i++) {
		if (native(thread_table[i])->fs_base != handle)
			continue;
		if (!native(thread_table[i])->joined)
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
		if (native(thread_table[i])->joined)
			return thread_table[i];
	return NULL;
}

/* A native thread for the next id, as it was left; NULL: all ids are in use. */
static struct native_thread *next_thread(void)
{
	if (n_threads == MAX_THREADS) {
		struct thread *t = joined_thread();
		return t ? native(t) : NULL;
	}
	if (!all[n_threads])
		all[n_threads] = mem_alloc(sizeof(*all[n_threads]));
	struct native_thread *t = all[n_threads];
	thread_register(&t->base);
	return t;
}

/* Everything but what is kept over threads of the same id, and the locks, which n_held counts. */
static void thread_clear(struct native_thread *t)
{
	struct thread old = {.id = t->base.id,
	                     .frames = t->base.frames,
	                     .spin = t->base.spin,
	                     .loop = t->base.loop};
	void **specific = t->specific;
	memset(&t->base, 0, offsetof(struct thread, held));
	memset((char *)t + sizeof(t->base), 0, sizeof(*t) - sizeof(t->base));
	t->base.id = old.id;
	t->base.frames =
	        old.frames ? old.frames : mem_alloc(sizeof(*old.frames) * SHADOW_STACK_MAX);
	t->base.spin = old.spin;
	t->base.loop = old.loop;
	t->specific = specific ? specific : mem_alloc(SPECIFIC_MAX * sizeof(void *));
	memset(t->specific, 0, specific_used() * sizeof(*t->specific));
}

struct thread *thread_add(void)
{
	struct slot *slot = slot_take();
	if (!slot)
		return NULL;
	struct native_thread *t = next_thread();
	if (!t) {
		slot_give_back(slot);
		return NULL;
	}
	thread_clear(t);
	spin_start(&t->base);
	loop_start(&t->base);
	t->slot = slot;
	slot->thread = &t->base;
	t->touched_lo = NOT_TOUCHED;
	t->fs_base = slot->fs_base;
	t->base.stack_top = t->base.low_sp = slot->sp;
	t->base.memory_lo = slot->stack_lo;
	t->base.memory_hi = slot->stack_hi;
	t->base.memory_reused = slot->used_before;
	hidden_start(&t->base);
	t->stack_lo = slot->stack_lo;
	t->stack_low = slot->stack_lo + STACK_ROOM;
	return &t->base;
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
	main_stack_known(main_thread.stack_lo, main_thread.base.stack_top);
	saved_main = main_thread;
	size_t kept = main_thread.base.depth < SHADOW_STACK_MAX ? main_thread.base.depth
	                                                        : SHADOW_STACK_MAX;
	saved_frames = mem_alloc(kept * sizeof(struct frame) + 1);
	memcpy(saved_frames, main_thread.base.frames, kept * sizeof(struct frame));
	saved_specific = mem_alloc(SPECIFIC_MAX * sizeof(void *));
	memcpy(saved_specific, main_thread.specific, SPECIFIC_MAX * sizeof(void *));
}

void threads_reset(uintptr_t main_sp)
{
	for (unsigned i = 1; i < n_threads; i++)
		stack_clear(all[i]->slot->stack_lo, all[i]->base.low_sp, all[i]->slot->sp);
	size_t kept =
	        saved_main.base.depth < SHADOW_STACK_MAX ? saved_main.base.depth : SHADOW_STACK_MAX;
	memcpy(main_thread.specific, saved_specific, specific_used() * sizeof(void *));
	stack_clear(main_thread.stack_lo, main_thread.base.low_sp, main_sp - RED_ZONE);
	struct spin *spin = main_thread.base.spin;
	struct loop *loop = main_thread.base.loop;
	main_thread = saved_main;
	main_thread.sp = main_sp;
	main_thread.base.spin = spin;
	spin_start(&main_thread.base);
	main_thread.base.loop = loop;
	loop_start(&main_thread.base);
	memcpy(main_thread.base.frames, saved_frames, kept * sizeof(struct frame));
	self = &main_thread.base;
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

void clock_join(uint64_t ns)
{
	if (native(self)->clock_ns < ns)
		native(self)->clock_ns = ns;
}
