/* SPDX-License-Identifier: MIT */
#include "race/atomic.h"

void atomic_reset(struct atomic_location *a)
{
	a->n_heads = 0;
}

void atomic_release(struct atomic_location *a)
{
	for (size_t i = 0; i < a->heads.n; i++)
		vec_release(&a->heads.at[i].clock);
	vec_release(&a->heads);
}

static size_t head_of(const struct atomic_location *a, unsigned thread)
{
	size_t i = 0;
	while (i < a->n_heads && a->heads.at[i].thread != thread)
		i++;
	return i;
}

void atomic_modify(struct atomic_location *a, unsigned thread, const struct vclock *released)
{
	size_t i = head_of(a, thread);
	if (i == a->n_heads) {
		if (i == a->heads.n)
			vec_push(&a->heads, (struct release_head){0});
		a->n_heads++;
		a->heads.at[i].thread = thread;
		vec_clear(&a->heads.at[i].clock);
	}
	vclock_merge(&a->heads.at[i].clock, released);
}

void atomic_store(struct atomic_location *a, unsigned thread, const struct vclock *released)
{
	size_t i = head_of(a, thread);
	if (i < a->n_heads) {
		struct release_head own = a->heads.at[i];
		a->heads.at[i] = a->heads.at[0];
		a->heads.at[0] = own;
		a->n_heads = 1;
	} else {
		a->n_heads = 0;
	}
	atomic_modify(a, thread, released);
}

void atomic_load(const struct atomic_location *a, struct vclock *to)
{
	for (size_t i = 0; i < a->n_heads; i++)
		vclock_merge(to, &a->heads.at[i].clock);
}
