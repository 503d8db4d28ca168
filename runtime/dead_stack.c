/* SPDX-License-Identifier: MIT */
#include "runtime/dead_stack.h"
#include "runtime/fiber/slot.h"

#include <string.h>

#define STACK_MAX 64
#define NEAR      64 /* bytes; what lies closer is one range */

/*
 * Of a larger stack of the main thread the rest is not looked at. The kernel maps nothing else so
 * close to it, whatever its limit was when the process started, or is now.
 */
#define MAIN_STACK_MAX (8ul << 20)

uintptr_t main_stack_lo, main_stack_bytes;

void main_stack_known(uintptr_t lo, uintptr_t hi)
{
	main_stack_lo = hi - lo < MAIN_STACK_MAX ? lo : hi - MAIN_STACK_MAX;
	main_stack_bytes = hi - main_stack_lo;
}

struct area {
	uintptr_t lo, hi;
};

static struct area stack_of(const struct thread *t)
{
	if (native(t)->slot)
		return (struct area){native(t)->slot->stack_lo, native(t)->slot->stack_hi};
	return (struct area){main_stack_lo, main_stack_lo + main_stack_bytes};
}

static bool lies_in(uintptr_t addr, struct area a)
{
	return addr - a.lo < a.hi - a.lo;
}

/* The program's stack pointer at the call whose operation has this pc; 0: not known. */
static uintptr_t caller_sp(const struct thread *t, uintptr_t pc)
{
	uintptr_t sp = t->program_sp;
	bool noted = pc && lies_in(sp - sizeof(pc), stack_of(t));
	return noted && ((const uintptr_t *)sp)[-1] == pc ? sp : 0;
}

/* What lies below on the stack of a thread that does not run is dead. */
static uintptr_t live_from(const struct thread *t)
{
	struct area a = stack_of(t);
	if (native(t)->over)
		return a.hi;
	uintptr_t sp = caller_sp(t, thread_pending(t)->pc);
	if (sp)
		return sp;
	return lies_in(native(t)->sp, a) ? native(t)->sp : a.lo;
}

static struct thread *owner_of(uintptr_t addr)
{
	const struct slot *s = slot_around(addr);
	if (s) /* its number may be another thread's by now: nothing is known of that one */
		return native(s->thread)->slot == s ? s->thread : NULL;
	return addr - main_stack_lo < main_stack_bytes ? thread_by_id(0) : NULL;
}

/* Where the bytes are added: a range that is near, a new one, or else any. */
static struct touched *range_for(struct thread *t, uintptr_t lo, uintptr_t hi)
{
	for (uint32_t i = 0; i < native(t)->n_touched; i++)
		if (lo <= native(t)->touched[i].hi + NEAR && hi + NEAR >= native(t)->touched[i].lo)
			return &native(t)->touched[i];
	if (native(t)->n_touched == TOUCHED_MAX)
		return &native(t)->touched[TOUCHED_MAX - 1];
	native(t)->touched[native(t)->n_touched] = (struct touched){lo, hi};
	return &native(t)->touched[native(t)->n_touched++];
}

static void touch(struct thread *t, uintptr_t lo, uintptr_t hi)
{
	struct touched *r = range_for(t, lo, hi);
	if (lo < r->lo)
		r->lo = lo;
	if (hi > r->hi)
		r->hi = hi;
	if (lo < native(t)->touched_lo)
		native(t)->touched_lo = lo;
}

static NORETURN void report_dead(const struct thread *t, uintptr_t addr, size_t size, bool write,
                                 uintptr_t pc)
{
	const char *what = addr < t->stack_top ? "a local variable" : "a thread-local variable";
	struct finding *f = finding_start(
	        FINDING_USE_AFTER_RETURN, pc, "%s of %lu byte%s at {0x%lx}, %s of %s{T%u}%s",
	        write ? "write" : "read", (unsigned long)size, size == 1 ? "" : "s",
	        (unsigned long)addr, what, native(t)->over ? "" : "a function of ", (unsigned)t->id,
	        native(t)->over ? ", which has ended" : " that has returned");
	f->addr = addr;
	uint64_t stack[STACK_MAX];
	if (!native(t)->over)
		finding_note(f, t, stack,
		             thread_stack(t, thread_pending(t)->pc, stack, ARRAY_SIZE(stack)),
		             "{T%u} is here now", (unsigned)t->id);
	finding_finish(f);
}

void stack_check_slow(uintptr_t addr, size_t size, bool write, uintptr_t pc)
{
	struct thread *t = owner_of(addr);
	if (!t || t == self)
		return;
	if (addr < live_from(t))
		report_dead(t, addr, size, write, pc);
	touch(t, addr, addr + size);
}

void stack_wanted(uintptr_t addr, size_t size)
{
	struct thread *t = size ? owner_of(addr) : NULL;
	if (t && t != self)
		touch(t, addr, addr + size);
}

void memory_check(const volatile void *addr, size_t size, bool write, uintptr_t pc)
{
	heap_check(addr, size, write, pc);
	if (size)
		stack_check(addr, size, write, pc);
}

/* What is left of a range when the bytes below are gone. */
static void keep_above(struct touched r, uintptr_t below)
{
	if (r.lo < below)
		r.lo = below;
	if (r.lo < r.hi)
		touch(self, r.lo, r.hi);
}

static void announce_return(uintptr_t below, uintptr_t pc)
{
	if (native(self)->touched_lo >= below)
		return;
	struct touched all[TOUCHED_MAX];
	uint32_t n = native(self)->n_touched;
	memcpy(all, native(self)->touched, sizeof(all));
	native(self)->n_touched = 0;
	native(self)->touched_lo = NOT_TOUCHED;
	for (uint32_t i = 0; i < n; i++)
		keep_above(all[i], below);
	for (uint32_t i = 0; i < n; i++)
		if (all[i].lo < below) {
			uintptr_t hi = all[i].hi < below ? all[i].hi : below;
			op_also(OP_RETURN, (const void *)all[i].lo, (uint32_t)(hi - all[i].lo), pc);
		}
}

void stack_left(uintptr_t pc)
{
	announce_return(caller_sp(self, pc), pc);
}

void stack_over(void)
{
	native(self)->over = 1;
	announce_return(stack_of(self).hi, 0);
}
