/* SPDX-License-Identifier: MIT */
#include "runtime/local_state.h"

#include <string.h>

#define STACK_MAX 2048 /* bytes of stack that a loop may use */

struct local_state {
	struct call_registers registers;
	uintptr_t sp;
	uint32_t call_ops; /* which operation of one call of ours it is */
	size_t saved;
	uint8_t stack[STACK_MAX]; /* from sp upwards */
};

const size_t local_state_bytes = sizeof(struct local_state);

/*
 * Are the registers those of the call whose operation this is? If not, a function that it called
 * has called us since (a function given to pthread_once, or malloc for libc), and nothing is known
 * of them: the loop is found at another of its operations. This depends on what the thread itself
 * did, never on the interleaving.
 */
static bool registers_known(void)
{
	uintptr_t sp = self->program_sp;
	bool on_stack = sp > (uintptr_t)__builtin_frame_address(0) && sp <= self->stack_top;
	return on_stack && ((const uintptr_t *)sp)[-1] == thread_pending(self)->pc;
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

bool local_state_keep(void *room)
{
	struct local_state *s = room;
	if (!registers_known())
		return false;
	native(self)->shallowest = self->depth;
	s->registers = native(self)->registers;
	s->sp = self->program_sp;
	s->call_ops = native(self)->call_ops;
	/* Callers may turn out to take part: as much as there is room for. */
	size_t all = self->stack_top - s->sp;
	s->saved = all < STACK_MAX ? all : STACK_MAX;
	memcpy(s->stack, (void *)s->sp, s->saved);
	return true;
}

bool local_state_same(const void *room, uintptr_t written)
{
	const struct local_state *s = room;
	if (!registers_known() || s->sp != self->program_sp ||
	    memcmp(&s->registers, &native(self)->registers, sizeof(s->registers)) != 0)
		return false;
	/* One call may be several operations: its state does not repeat between them. */
	if (s->call_ops != native(self)->call_ops)
		return false;
	uintptr_t end = loop_stack_end();
	size_t used = (end > written ? end : written) - s->sp;
	return used <= s->saved && memcmp(s->stack, (void *)s->sp, used) == 0;
}
