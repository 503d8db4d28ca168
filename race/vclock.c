/* SPDX-License-Identifier: MIT */
#include "race/vclock.h"

static void extend(struct vclock *c, size_t n)
{
	vec_reserve(c, n);
	for (; c->n < n; c->n++)
		c->at[c->n] = 0;
}

void vclock_set(struct vclock *c, unsigned thread, uint32_t time)
{
	extend(c, (size_t)thread + 1);
	c->at[thread] = time;
}

void vclock_merge(struct vclock *c, const struct vclock *other)
{
	extend(c, other->n);
	for (size_t i = 0; i < other->n; i++)
		if (c->at[i] < other->at[i])
			c->at[i] = other->at[i];
}

void vclock_copy(struct vclock *c, const struct vclock *other)
{
	vec_clear(c);
	vclock_merge(c, other);
}
