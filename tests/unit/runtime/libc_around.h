/* SPDX-License-Identifier: MIT */
/*
 * Interposers of libc functions inside a unit test: stand-ins for the runtime, which
 * record what is announced. An interposer of f is called as scree_i_f here.
 *
 *   around_reset()                one thread: nothing is an event
 *   threads_exist = true        announcements are recorded in around.events
 *   around.at_event = fn          fn plays the other threads: it runs inside the announcement
 *                               number around.at_event_number, counted from 0
 *   expect_event(i, kind, addr, size)
 *   EXPECT_FINDING(call)        the call raises a finding; its words are in around.message
 */
#ifndef TESTS_UNIT_RUNTIME_LIBC_AROUND_H
#define TESTS_UNIT_RUNTIME_LIBC_AROUND_H

#include "tests/unit/unit.h"

#include "runtime/heap/shadow.h"
#include "runtime/intercept/libc.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/real.c"

#define AROUND_EVENTS 64

static struct {
	struct native_thread threads[4];
	struct event events[AROUND_EVENTS];
	unsigned n_events;
	unsigned at_event_number;
	void (*at_event)(void);
	char message[256];
	jmp_buf caught;
	uint64_t counters[COUNT_COUNT];
	uintptr_t bad_address; /* of the finding of the heap */
} around;

struct thread *self;
bool threads_exist;
size_t heap_span;

static void around_reset(void)
{
	memset(&around, 0, sizeof(around));
	for (unsigned i = 0; i < ARRAY_SIZE(around.threads); i++)
		around.threads[i].base.id = (uint16_t)i;
	self = &around.threads[0].base;
	threads_exist = false;
	real_init();
}

static void around_event(enum op_kind kind, const volatile void *addr, size_t size)
{
	if (!threads_exist)
		return;
	assert_true(around.n_events < AROUND_EVENTS);
	unsigned number = around.n_events++;
	around.events[number] = (struct event){.kind = (uint8_t)kind,
	                                       .addr = (uintptr_t)addr,
	                                       .size = (uint32_t)size,
	                                       .thread = self->id};
	if (around.at_event && number == around.at_event_number && !self->no_preempt)
		around.at_event();
}

static inline void expect_event(unsigned i, enum op_kind kind, const volatile void *addr,
                                size_t size)
{
	assert_true(i < around.n_events);
	assert_string_equal(op_info[around.events[i].kind].text, op_info[kind].text);
	assert_int_equal(around.events[i].addr, (uintptr_t)addr);
	assert_int_equal(around.events[i].size, size);
}

void access_range(const volatile void *addr, size_t size, enum op_kind kind, uintptr_t pc)
{
	if (!size)
		return;
	around_event(kind, addr, size);
	heap_check(addr, size, kind == OP_WRITE, pc);
}

void engine_loop_ends(void)
{
}

void op_simple(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
               uintptr_t pc)
{
	(void)arg;
	(void)pc;
	around_event(kind, addr, size);
}

static NORETURN void around_raise(const char *fmt, va_list args)
{
	vsnprintf(around.message, sizeof(around.message), fmt, args);
	longjmp(around.caught, 1);
}

#define EXPECT_FINDING(call)                                                                       \
	do {                                                                                       \
		if (!setjmp(around.caught)) {                                                      \
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
	around_raise(fmt, args);
	va_end(args);
}

void unsupported(const char *call, uintptr_t pc)
{
	(void)pc;
	snprintf(around.message, sizeof(around.message), "%s", call);
	longjmp(around.caught, 1);
}

void count(enum wire_counter counter)
{
	around.counters[counter]++;
}

/* ---------------------------------------------------------------- the heap */

#define AROUND_HEAP_BYTES 4096

/* A heap with one block of size bytes at its start; nothing is mapped behind it. */
static inline char *around_heap(unsigned size)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
	char *heap =
	        mmap((void *)HEAP_BASE, AROUND_HEAP_BYTES, PROT_READ | PROT_WRITE, flags, -1, 0);
	char *shadow = mmap((void *)SHADOW_BASE, 4096, PROT_READ | PROT_WRITE, flags, -1, 0);
	assert_ptr_equal(heap, HEAP_BASE);
	assert_ptr_equal(shadow, SHADOW_BASE);
	heap_span = AROUND_HEAP_BYTES;
	memset(shadow, 8, size / 8);
	shadow[size / 8] = (char)(size % 8);
	return heap;
}

void heap_check_slow(uintptr_t addr, size_t size, bool write, uintptr_t pc)
{
	for (size_t i = 0; i < size; i++) {
		if (((addr + i) & 7) < *shadow_of(addr + i))
			continue;
		around.bad_address = addr + i;
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
