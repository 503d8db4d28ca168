/* SPDX-License-Identifier: MIT */
/*
 * The tested program's heap inside a unit test: its sources, and stand-ins for the
 * parts of the runtime that it uses. A finding jumps out of EXPECT_FINDING.
 */
#ifndef TESTS_HEAP_AROUND_H
#define TESTS_HEAP_AROUND_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "runtime/heap/arena.c"
#include "runtime/heap/check.c"
#include "runtime/heap/find.c"
#include "runtime/heap/give_back.c"
#include "runtime/heap/heap.c"
#include "runtime/heap/leaks.c"
#include "runtime/heap/region.c"
#include "runtime/heap/report.c"
#include "runtime/heap/reset.c"
#include "runtime/heap/shadow.c"
#include "runtime/heap/stacks.c"
#include "runtime/modules.c"
#include "runtime/intercept/malloc.c"

#define PC 0x1234ul

static struct native_thread around_threads[MAX_THREADS];
struct thread *self;
bool threads_exist;
struct thread *thread_table[MAX_THREADS];
unsigned n_threads;

static struct {
	struct event events[16]; /* what op_begin and op_simple announced */
	size_t n_events;
	void (*in_op_begin)(void); /* runs as if other threads did */
	struct finding finding;
	char message[512];
	char notes[32][256];
	size_t note_frames[32];
	size_t n_notes;
	jmp_buf caught;
	uint64_t counters[COUNT_COUNT];
	uintptr_t roots[2];
} around;

/* A stack that is as deep as the thread says, and tells the call by its pc. */
size_t thread_stack(const struct thread *t, uintptr_t pc, uint64_t *out, size_t max)
{
	size_t n = 0;
	out[n++] = pc;
	for (uint32_t i = 0; i < t->depth && n < max; i++)
		out[n++] = 0x1000 + i;
	return n;
}

static void around_event(enum op_kind kind, const volatile void *addr, uint32_t size, uintptr_t pc)
{
	assert_true(around.n_events < ARRAY_SIZE(around.events));
	around.events[around.n_events++] = (struct event){
	        .kind = (uint8_t)kind, .addr = (uintptr_t)addr, .size = size, .pc = pc};
}

void op_begin(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
              uintptr_t pc)
{
	(void)arg;
	around_event(kind, addr, size, pc);
	if (around.in_op_begin)
		around.in_op_begin();
}

void engine_event(unsigned flags)
{
	(void)flags;
}

void op_simple(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
               uintptr_t pc)
{
	(void)arg;
	around_event(kind, addr, size, pc);
}

struct finding *finding_start(enum finding_kind kind, uintptr_t pc, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	vsnprintf(around.message, sizeof(around.message), fmt, args);
	va_end(args);
	(void)pc;
	around.finding = (struct finding){.kind = (uint8_t)kind};
	around.n_notes = 0;
	return &around.finding;
}

void finding_note(struct finding *f, const struct thread *t, const uint64_t *stack, size_t n,
                  const char *fmt, ...)
{
	(void)f;
	(void)t;
	(void)stack;
	assert_true(around.n_notes < ARRAY_SIZE(around.notes));
	va_list args;
	va_start(args, fmt);
	vsnprintf(around.notes[around.n_notes], sizeof(around.notes[0]), fmt, args);
	va_end(args);
	around.note_frames[around.n_notes++] = n;
}

void finding_finish(struct finding *f)
{
	(void)f;
	longjmp(around.caught, 1);
}

void env_error(uintptr_t pc, const char *fmt, ...)
{
	(void)pc;
	fprintf(stderr, "env_error: %s\n", fmt);
	abort();
}

void count(enum wire_counter counter)
{
	around.counters[counter]++;
}

void memory_roots(void (*visit)(uintptr_t lo, uintptr_t hi, void *arg), void *arg)
{
	visit((uintptr_t)around.roots, (uintptr_t)(around.roots + ARRAY_SIZE(around.roots)), arg);
}

/* Runs the statement; it must end in a finding of this kind, whose message has text in it. */
#define EXPECT_FINDING(wanted, text, ...)                                                          \
	do {                                                                                       \
		if (!setjmp(around.caught)) {                                                      \
			__VA_ARGS__;                                                               \
			fail_msg("no finding from %s", #__VA_ARGS__);                              \
		}                                                                                  \
		assert_int_equal(around.finding.kind, FINDING_##wanted);                           \
		if (!strstr(around.message, text))                                                 \
			fail_msg("message: %s", around.message);                                   \
	} while (0)

/* Every test starts with an empty heap, in thread 0. */
static int around_setup(void **state)
{
	(void)state;
	for (int i = 0; heap_span && i < REGION_COUNT; i++)
		raw_syscall2(SYS_munmap, regions[i].base, regions[i].bytes);
	heap_span = 0;
	memset(&around, 0, sizeof(around));
	memset(around_threads, 0, sizeof(around_threads));
	for (unsigned i = 0; i < MAX_THREADS; i++) {
		around_threads[i].base.id = (uint16_t)i;
		thread_table[i] = &around_threads[i].base;
	}
	self = &around_threads[0].base;
	threads_exist = false;
	modules_init();
	return 0;
}

static void *take(size_t size)
{
	return heap_alloc(size, 16, false, PC);
}

/* Would the access be reported? */
static bool is_bad(const void *p, size_t size)
{
	if (setjmp(around.caught))
		return true;
	heap_check(p, size, false, PC);
	if (size <= 16)
		heap_check_small((uintptr_t)p, (unsigned)size, false, PC);
	return false;
}

/* Resident memory of this process in bytes. */
static inline size_t resident(void)
{
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	assert_non_null(f);
	assert_int_equal(fscanf(f, "%*u %lu", &pages), 1);
	fclose(f);
	return pages * 4096;
}

#endif
