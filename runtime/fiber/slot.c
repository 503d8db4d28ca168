/* SPDX-License-Identifier: MIT */
#include "runtime/fiber/slot.h"
#include "runtime/control.h"
#include "runtime/fiber/carrier.h"
#include "runtime/arch/x86_64/arch.h"
#include "runtime/arch/x86_64/syscall.h"
#include "runtime/reset/snapshot.h"

#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

/* A frame may be large: to step over the guard area takes one larger than this. */
#define GUARD     (8ull << 20)
#define GUARD_MIN (64ull << 10) /* where the address space is limited */
#define PAGE      4096ull
/* Called functions may have gone deeper than the last operation shows. */
#define CLEAR_MORE 4096ull

static struct slot slots[SLOT_COUNT];
static uintptr_t slot_bytes; /* guard and stack */
static uintptr_t guard_bytes;
uintptr_t slots_span;
static unsigned slots_made;

static EXEC_STATE unsigned slots_used; /* slots below this have been used in this execution */
static EXEC_STATE uint8_t slot_busy[SLOT_COUNT];
static EXEC_STATE uint8_t slot_spent[SLOT_COUNT];

static int add_tls_size(struct dl_phdr_info *info, size_t size, void *total)
{
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_TLS)
			*(size_t *)total += info->dlpi_phdr[i].p_memsz + info->dlpi_phdr[i].p_align;
	return 0;
}

static void *slot_thread(void *arg)
{
	struct slot *s = arg;
	s->fs_base = arch_fs_base();
	/* Leave this frame and the ones above alone: an unwinder may look at them. */
	s->sp = ((uintptr_t)__builtin_frame_address(0) - 256) & ~(uintptr_t)63;
	if (!carrier_threads)
		arch_park(&s->ready);
	/* glibc has asked the kernel to clear it at the thread's end, as we do now with ours. */
	raw_syscall2(SYS_prctl, PR_GET_TID_ADDRESS, &s->tid);
	s->seat.tid = (uint32_t)raw_syscall1(SYS_set_tid_address, &s->seat.tid);
	seat_take(&s->seat, &s->ready);
}

static void slot_make(struct slot *s, unsigned index, size_t bytes)
{
	uintptr_t at = SLOTS_AT + index * slot_bytes;
	s->stack_lo = at + guard_bytes;
	s->stack_hi = at + slot_bytes;
	raw_syscall3(SYS_mprotect, s->stack_lo, bytes, PROT_READ | PROT_WRITE);
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setstack(&attr, (void *)s->stack_lo, bytes);
	pthread_t handle;
	s->heap_lo = heap_position();
	int err = real.pthread_create(&handle, &attr, slot_thread, s);
	if (err)
		env_error(0, "cannot start thread %u of the pool (error %d)", index, err);
	while (!__atomic_load_n(&s->ready, __ATOMIC_ACQUIRE))
		raw_syscall4(SYS_futex, &s->ready, FUTEX_WAIT, 0, 0);
	pthread_attr_destroy(&attr);
	s->heap_hi = heap_position();
	image_add(&s->image, s->sp, s->stack_hi);
	image_add(&s->image, s->heap_lo, s->heap_hi);
	if (carrier_threads)
		seat_dismiss(&s->seat);
}

static void *slots_reserve(size_t stack, size_t guard)
{
	guard_bytes = guard;
	slot_bytes = stack + guard;
	slots_span = slot_bytes * SLOT_COUNT;
	return raw_mmap((void *)SLOTS_AT, slots_span, PROT_NONE,
	                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
}

/*
 * glibc takes a block of the program's heap for each thread. Those that are not made leave as
 * much room, so that every worker has the same addresses: schedules and checkpoints of the
 * one go on in the other. Test: tests/cli/test_threads.sh.
 */
static void make_all(size_t bytes, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		slot_make(&slots[i], i, bytes);
	heap_skip((SLOT_COUNT - count) * (slots[count - 1].heap_hi - slots[count - 1].heap_lo));
	slots_made = count;
}

void slots_init(size_t stack_bytes, unsigned count)
{
	size_t tls = 0;
	dl_iterate_phdr(add_tls_size, &tls);
	size_t bytes = (stack_bytes + STACK_ROOM + tls + 16384 + PAGE - 1) & ~(PAGE - 1);
	void *p = slots_reserve(bytes, GUARD);
	if (raw_failed(p))
		p = slots_reserve(bytes, GUARD_MIN);
	if (raw_failed(p))
		env_error(0, "cannot reserve %lu MB for thread stacks (error %ld)",
		          slot_bytes * SLOT_COUNT >> 20, -(long)p);
	/* Parked threads take no signals. */
	uint64_t all = ~0ull, old;
	raw_syscall4(SYS_rt_sigprocmask, SIG_SETMASK, &all, &old, 8);
	make_all(bytes, count && count < SLOT_COUNT ? count : SLOT_COUNT);
	/* Only its thread changes it: slot_take restores it, the snapshot need not. */
	snapshot_exclude(slots[0].heap_lo, slots[slots_made - 1].heap_hi);
	raw_syscall4(SYS_rt_sigprocmask, SIG_SETMASK, &old, 0, 8);
}

struct slot *slot_take(void)
{
	unsigned i = slots_used;
	if (i < SLOT_COUNT)
		slots_used++;
	else
		for (i = 0; i < SLOT_COUNT && slot_busy[i]; i++)
			;
	if (i == SLOT_COUNT)
		return NULL;
	if (i >= slots_made) {
		host_send(WIRE_THREADS, NULL, 0);
		host_wait_quit();
	}
	slot_busy[i] = 1;
	struct slot *s = &slots[i];
	s->used_before = slot_spent[i];
	slot_spent[i] = 1;
	for (size_t k = 0; k < s->image.n; k++)
		piece_restore(&s->image.at[k]);
	return s;
}

void slot_give_back(struct slot *s)
{
	slot_busy[s - slots] = 0;
}

void stack_clear(uintptr_t lowest, uintptr_t low_sp, uintptr_t top)
{
	uintptr_t from = low_sp - CLEAR_MORE;
	if (from < lowest)
		from = lowest;
	if (low_sp && from < top)
		memset((void *)from, 0, top - from);
}

struct slot *slot_guarding(uintptr_t addr)
{
	if (!slots_own(addr))
		return NULL;
	struct slot *s = &slots[(addr - SLOTS_AT) / slot_bytes];
	return addr < s->stack_lo ? s : NULL;
}

struct slot *slot_at(unsigned i)
{
	return &slots[i];
}

struct slot *slot_around(uintptr_t addr)
{
	if (!slots_own(addr))
		return NULL;
	unsigned i = (unsigned)((addr - SLOTS_AT) / slot_bytes);
	return slot_spent[i] && addr >= slots[i].stack_lo ? &slots[i] : NULL;
}
