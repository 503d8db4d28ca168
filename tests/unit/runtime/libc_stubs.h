/* SPDX-License-Identifier: MIT */
/*
 * Interposers of libc functions inside a unit test: stand-ins for the runtime, which
 * record what is announced. An interposer of f is called as scree_i_f here.
 *
 *   stub_reset()                one thread: nothing is an event
 *   threads_exist = true        announcements are recorded in stub.events
 *   stub.at_event = fn          fn plays the other threads: it runs inside the announcement
 *                               number stub.at_event_number, counted from 0
 *   expect_event(i, kind, addr, size)
 *   EXPECT_FINDING(call)        the call raises a finding; its words are in stub.message
 */
#ifndef TESTS_UNIT_RUNTIME_LIBC_STUBS_H
#define TESTS_UNIT_RUNTIME_LIBC_STUBS_H

#include "tests/unit/unit.h"

#include "runtime/heap/shadow.h"
#include "runtime/intercept/libc.h"
#include "runtime/spin.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/real.c"

#define STUB_EVENTS 64

static struct {
	struct thread threads[4];
	struct event events[STUB_EVENTS];
	unsigned n_events;
	unsigned at_event_number;
	void (*at_event)(void);
	char message[256];
	jmp_buf caught;
	uint64_t counters[COUNT_COUNT];
	uintptr_t bad_address; /* of the finding of the heap */
} stub;

struct thread *self;
bool threads_exist;
size_t heap_span;

static void stub_reset(void)
{
	memset(&stub, 0, sizeof(stub));
	for (unsigned i = 0; i < ARRAY_SIZE(stub.threads); i++)
		stub.threads[i].id = (uint16_t)i;
	self = &stub.threads[0];
	threads_exist = false;
	real_init();
}

static void stub_event(enum op_kind kind, const volatile void *addr, size_t size)
{
	if (!threads_exist)
		return;
	assert_true(stub.n_events < STUB_EVENTS);
	unsigned number = stub.n_events++;
	stub.events[number] = (struct event){.kind = (uint8_t)kind,
	                                     .addr = (uintptr_t)addr,
	                                     .size = (uint32_t)size,
	                                     .thread = self->id};
	if (stub.at_event && number == stub.at_event_number && !self->no_preempt)
		stub.at_event();
}

static inline void expect_event(unsigned i, enum op_kind kind, const volatile void *addr,
                                size_t size)
{
	assert_true(i < stub.n_events);
	assert_string_equal(op_info[stub.events[i].kind].text, op_info[kind].text);
	assert_int_equal(stub.events[i].addr, (uintptr_t)addr);
	assert_int_equal(stub.events[i].size, size);
}

void access_range(const volatile void *addr, size_t size, enum op_kind kind, uintptr_t pc)
{
	if (!size)
		return;
	stub_event(kind, addr, size);
	heap_check(addr, size, kind == OP_WRITE, pc);
}

void spin_forget(struct thread *t)
{
	(void)t;
}

void op_simple(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
               uintptr_t pc)
{
	(void)arg;
	(void)pc;
	stub_event(kind, addr, size);
}

static NORETURN void stub_raise(const char *fmt, va_list args)
{
	vsnprintf(stub.message, sizeof(stub.message), fmt, args);
	longjmp(stub.caught, 1);
}

#define EXPECT_FINDING(call)                                                                       \
	do {                                                                                       \
		if (!setjmp(stub.caught)) {                                                        \
			(void)(call);                                                              \
			fail_msg("no finding: %s", #call);                                         \
		}                                                                                  \
	} while (0)

void finding_raise(enum finding_kind kind, uintptr_t pc, const char *fmt, ...)
{
	va_list args;
	(void)kind;
	(void)pc;
	va_start(args, fmt);
	stub_raise(fmt, args);
	va_end(args);
}

void unsupported(const char *call, uintptr_t pc)
{
	(void)pc;
	snprintf(stub.message, sizeof(stub.message), "%s", call);
	longjmp(stub.caught, 1);
}

void count(enum wire_counter counter)
{
	stub.counters[counter]++;
}

/* ---------------------------------------------------------------- the heap */

#define STUB_HEAP_BYTES 4096

/* A heap with one block of size bytes at its start; nothing is mapped behind it. */
static inline char *stub_heap(unsigned size)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
	char *heap = mmap((void *)HEAP_BASE, STUB_HEAP_BYTES, PROT_READ | PROT_WRITE, flags, -1, 0);
	char *shadow = mmap((void *)SHADOW_BASE, 4096, PROT_READ | PROT_WRITE, flags, -1, 0);
	assert_ptr_equal(heap, HEAP_BASE);
	assert_ptr_equal(shadow, SHADOW_BASE);
	heap_span = STUB_HEAP_BYTES;
	memset(shadow, 8, size / 8);
	shadow[size / 8] = (char)(size % 8);
	return heap;
}

void heap_check_slow(uintptr_t addr, size_t size, bool write, uintptr_t pc)
{
	for (size_t i = 0; i < size; i++) {
		if (((addr + i) & 7) < *shadow_of(addr + i))
			continue;
		stub.bad_address = addr + i;
		finding_raise(FINDING_BUFFER_OVERFLOW, pc, "%s of %zu bytes",
		              write ? "write" : "read", size);
	}
}

void heap_check(const volatile void *addr, size_t size, bool write, uintptr_t pc)
{
	if (in_heap((uintptr_t)addr))
		heap_check_slow((uintptr_t)addr, size, write, pc);
}

void *heap_alloc(size_t size, size_t align, bool zero, uintptr_t pc)
{
	(void)align;
	(void)pc;
	return zero ? calloc(1, size) : malloc(size);
}

#endif
