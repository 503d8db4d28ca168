/* SPDX-License-Identifier: MIT */
#include "runtime/local_state.h"

#include <string.h>

#define STACK_MAX      2048 /* bytes of stack that a loop may use */
#define OWN_FRAMES_MAX 4096 /* bytes between op_begin and the program */

struct local_state {
	struct op_registers registers;
	uintptr_t site; /* which operation of one call of ours it is */
	size_t saved;
	uint8_t stack[STACK_MAX]; /* from registers.sp upwards */
};

struct op_registers op_registers;
const size_t local_state_bytes = sizeof(struct local_state);

/*
 * Our own frames hold what is left over from earlier calls, which differs from run to
 * run. Where the compiler keeps the program's registers out of them they are skipped: the
 * program's stack begins above the return address.
 */
static struct op_registers program_registers(void)
{
	struct op_registers r = op_registers;
#ifdef PROGRAM_REGISTERS_KEPT
	uintptr_t sp = self->program_sp;
	bool ours = sp > r.sp && sp - r.sp < OWN_FRAMES_MAX;
	if (ours && ((const uintptr_t *)sp)[-1] == thread_pending(self)->pc)
		r.sp = sp;
#endif
	return r;
}

/* Where op_begin was called from. */
static uintptr_t op_site(void)
{
	return *(const uintptr_t *)op_registers.sp;
}

/*
 * The stack of the frames that took part in the loop: up to the caller of the
 * shallowest one. A frame above cannot have changed but through a pointer, which is a
 * write that ends the loop.
 */
static uintptr_t loop_stack_end(void)
{
	uint32_t top = native(self)->shallowest;
	if (top >= 2 && top - 2 < SHADOW_STACK_MAX)
		return self->frames[top - 2].sp;
	return self->stack_top;
}

void local_state_keep(void *room)
{
	struct local_state *s = room;
	native(self)->shallowest = self->depth;
	s->registers = program_registers();
	s->site = op_site();
	/* Callers may turn out to take part: as much as there is room for. */
	size_t all = self->stack_top - s->registers.sp;
	s->saved = all < STACK_MAX ? all : STACK_MAX;
	memcpy(s->stack, (void *)s->registers.sp, s->saved);
}

bool local_state_same(const void *room, uintptr_t written)
{
	const struct local_state *s = room;
	struct op_registers now = program_registers();
	if (memcmp(&s->registers, &now, sizeof(now)) != 0)
		return false;
	/* One call may be several operations: it has not come round between them. */
	if (s->site != op_site())
		return false;
	uintptr_t end = loop_stack_end();
	size_t used = (end > written ? end : written) - now.sp;
	return used <= s->saved && memcmp(s->stack, (void *)now.sp, used) == 0;
}
