/* SPDX-License-Identifier: MIT */
/* Reads and writes of ranges on behalf of libc functions. */
#include "runtime/intercept/libc.h"
#include "runtime/heap/shadow.h"

#include <string.h>

/* Longer copies are announced and done in steps of this size, as no copy is atomic. */
#define COPY_STEP   (64u << 10)
#define SCRATCH_MIN 512

static struct scratch {
	char *at;
	size_t size;
} scratches[MAX_THREADS];

char *scratch_get(size_t size)
{
	struct scratch *s = &scratches[self->id];
	if (unlikely(size > s->size)) {
		mem_free(s->at);
		s->size = size < SCRATCH_MIN ? SCRATCH_MIN : size;
		s->at = mem_alloc(s->size);
	}
	return s->at;
}

char *scratch_save(const void *from, size_t n)
{
	char *to = scratch_get(n);
	move_bytes(to, from, n);
	return to;
}

void touch_done(const volatile void *addr, size_t size, uintptr_t pc)
{
	if (!live())
		return;
	self->no_preempt++;
	access_range(addr, size, OP_WRITE, pc);
	self->no_preempt--;
}

void copy_read_range(void *to, const void *from, size_t n, uintptr_t pc)
{
	if (live()) {
		if (threads_exist)
			from = scratch_save(from, n);
		access_range(to, n, OP_WRITE, pc);
	}
	move_bytes(to, from, n);
}

static void copy_step(char *to, const char *from, size_t n, uintptr_t pc)
{
	access_range(from, n, OP_READ, pc);
	copy_read_range(to, from, n, pc);
}

void copy_range(void *to, const void *from, size_t n, uintptr_t pc)
{
	char *t = to;
	const char *f = from;
	if (!live()) {
		move_bytes(to, from, n);
		return;
	}
	if (!threads_exist || n <= COPY_STEP) {
		copy_step(t, f, n, pc);
		return;
	}
	/* A finding must come before the first byte is written. */
	heap_check(to, n, true, pc);
	bool backward = t > f && t < f + n;
	for (size_t done = 0; done < n;) {
		size_t step = n - done < COPY_STEP ? n - done : COPY_STEP;
		size_t at = backward ? n - done - step : done;
		copy_step(t + at, f + at, step, pc);
		done += step;
	}
}

void fill_range(void *to, int byte, size_t n, uintptr_t pc)
{
	touch(to, n, OP_WRITE, pc);
	if (likely(real.memset != NULL))
		real.memset(to, byte, n);
	else
		memset(to, byte, n);
}

/* ------------------------------------------------------------------ strings */

const struct byteset only_nul = {{1, 0, 0, 0}};

size_t scan(const char *s, size_t max, const struct byteset *stop, uintptr_t pc)
{
	bool check = live() && in_heap((uintptr_t)s);
	if (!check && stop == &only_nul && real.strlen && max)
		return max == SIZE_MAX ? real.strlen(s) + 1 : real.strnlen(s, max - 1) + 1;
	for (size_t i = 0; i < max; i++) {
		if (check)
			heap_check_small((uintptr_t)s + i, 1, false, pc);
		if (byteset_has(stop, s[i]))
			return i + 1;
	}
	return max;
}

/*
 * The range is looked up before it is announced, and others may change the string
 * until the event happens. So it is looked up again right after: a shorter one was
 * covered by the event; a longer one is announced anew, as a whole, because the
 * result must hold at one event. Whoever changes the extent writes a byte that both
 * the old and the new range contain, so the conflict is seen in either order.
 */
size_t read_until(const char *s, size_t max, const struct byteset *stop, uintptr_t pc)
{
	size_t n = scan(s, max, stop, pc);
	while (live()) {
		access_range(s, n, OP_READ, pc);
		if (!threads_exist)
			break;
		size_t now = scan(s, max, stop, pc);
		bool covered = now <= n;
		n = now;
		if (covered)
			break;
	}
	return n;
}

size_t read_string(const char *s, size_t max, uintptr_t pc)
{
	size_t n = read_until(s, max, &only_nul, pc);
	return n && !s[n - 1] ? n - 1 : n;
}

void fortify(size_t n, size_t room, const char *call, uintptr_t pc)
{
	if (unlikely(n > room))
		finding_raise(FINDING_BUFFER_OVERFLOW, pc,
		              "%s writes %lu bytes into an object of %lu", call, n, room);
}
