/* SPDX-License-Identifier: MIT */
#include "runtime/fiber/carrier.h"
#include "runtime/fiber/slot.h"
#include "runtime/reset/snapshot.h"
#include "runtime/arch/x86_64/syscall.h"

#include <linux/futex.h>
#include <string.h>
#include <sys/mman.h>

/* A place of its own, so that mappings of libraries lie where they lie with fibers. */
#define ALT_AT    0x17ff00000000ull
#define ALT_STACK (128ull << 10)

bool carrier_threads;
static struct seat main_seat;

static void make_alt_stacks(void)
{
	size_t bytes = ALT_STACK * SLOT_COUNT;
	char *p =
	        raw_mmap((void *)ALT_AT, bytes, PROT_READ | PROT_WRITE,
	                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if (raw_failed(p))
		env_error(0, "cannot map stacks for signals (error %ld)", -(long)p);
	snapshot_exclude((uintptr_t)p, (uintptr_t)p + bytes);
	for (unsigned i = 0; i < SLOT_COUNT; i++)
		slot_at(i)->seat.alt = (stack_t){.ss_sp = p + i * ALT_STACK, .ss_size = ALT_STACK};
}

void carrier_init(bool threads)
{
	carrier_threads = threads;
	if (threads)
		make_alt_stacks();
}

static struct seat *seat_of(const struct native_thread *t)
{
	return t->slot ? &t->slot->seat : &main_seat;
}

void carrier_hand_over(struct native_thread *old, struct native_thread *next)
{
	struct seat *to = seat_of(next), *own = seat_of(old);
	to->sp = next->sp;
	if (old->base.status == THREAD_EXITED)
		own->baton = BATON_LEAVE;
	seat_hand_over(&old->sp, to, own);
}

static void seat_await_empty(struct seat *s)
{
	uint32_t tid;
	while ((tid = __atomic_load_n(&s->tid, __ATOMIC_ACQUIRE)) != 0)
		raw_syscall4(SYS_futex, &s->tid, FUTEX_WAIT, tid, 0);
}

void seat_dismiss(struct seat *s)
{
	__atomic_store_n(&s->baton, BATON_LEAVE, __ATOMIC_RELEASE);
	raw_syscall3(SYS_futex, &s->baton, FUTEX_WAKE_PRIVATE, 1);
	seat_await_empty(s);
}

void carrier_start(struct thread *t)
{
	if (!carrier_threads)
		return;
	struct seat *s = seat_of(native(t));
	seat_await_empty(s); /* the thread that had the slot before is on its way out */
	s->baton = BATON_NONE;
	format(s->name, sizeof(s->name), "T%u", (unsigned)t->id);
	uint64_t all = ~0ull, old;
	raw_syscall4(SYS_rt_sigprocmask, SIG_SETMASK, &all, &old, 8);
	long tid = seat_clone(s, native(t)->sp, native(t)->fs_base);
	raw_syscall4(SYS_rt_sigprocmask, SIG_SETMASK, &old, 0, 8);
	if (tid < 0)
		env_error(0, "cannot start an OS thread (error %ld)", -tid);
	if (native(t)->slot->tid) /* pthread_getattr_np asks the kernel by it */
		*native(t)->slot->tid = (uint32_t)tid;
}

void carrier_end(uintptr_t checker_sp, uintptr_t checker_fs)
{
	uintptr_t abandoned;
	if (carrier_threads && native(self)->slot) {
		main_seat.sp = checker_sp;
		seat_hand_over(&abandoned, &main_seat, seat_of(native(self)));
	} else {
		context_switch(&abandoned, checker_sp, checker_fs);
	}
	__builtin_unreachable();
}

void carrier_reset(void)
{
	for (unsigned i = 0; carrier_threads && i < SLOT_COUNT; i++)
		if (slot_at(i)->seat.tid)
			seat_dismiss(&slot_at(i)->seat);
}

void carrier_forget(void)
{
	main_seat.baton = BATON_NONE;
	for (unsigned i = 0; i < SLOT_COUNT; i++)
		slot_at(i)->seat.tid = 0;
}

uint32_t carrier_tid(const struct thread *t)
{
	return carrier_threads && native(t)->slot ? native(t)->slot->seat.tid
	                                          : (uint32_t)raw_syscall0(SYS_getpid);
}
