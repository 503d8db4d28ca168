/* SPDX-License-Identifier: MIT */
#include "race/semaphore.h"

void semaphore_reset(struct semaphore *s)
{
	s->value = 0;
	s->known = s->is_lock = false;
	s->holder = NO_THREAD;
	s->n_posts = 0;
	for (size_t i = 0; i < s->threads.n; i++) {
		vec_clear(&s->threads.at[i].posts);
		s->threads.at[i].takes = 0;
	}
}

void semaphore_release(struct semaphore *s)
{
	for (size_t i = 0; i < s->threads.n; i++)
		vec_release(&s->threads.at[i].posts);
	vec_release(&s->threads);
}

void semaphore_begins(struct semaphore *s, uint64_t value, bool may_be_lock)
{
	if (s->known)
		return;
	s->known = true;
	s->value = (uint32_t)value;
	s->is_lock = may_be_lock && value == 1;
	s->holder = NO_THREAD;
}

static struct sem_thread *thread_of(struct semaphore *s, unsigned thread)
{
	while (s->threads.n <= thread)
		vec_push(&s->threads, (struct sem_thread){.takes = 0});
	return &s->threads.at[thread];
}

static enum sem_news demote(struct semaphore *s)
{
	s->is_lock = false;
	return SEM_DEMOTED;
}

enum sem_news semaphore_take(struct semaphore *s, unsigned thread, uint64_t value)
{
	thread_of(s, thread)->takes++;
	if (!s->is_lock)
		return SEM_NOTHING;
	if (value != 1 || s->holder != NO_THREAD)
		return demote(s);
	s->holder = (uint16_t)thread;
	return SEM_HELD;
}

enum sem_news semaphore_post(struct semaphore *s, unsigned thread, uint64_t value, uint32_t clock)
{
	vec_push(&thread_of(s, thread)->posts, clock);
	s->n_posts++;
	if (!s->is_lock)
		return SEM_NOTHING;
	if (value != 0 || s->holder != thread)
		return demote(s);
	s->holder = NO_THREAD;
	return SEM_GIVEN;
}

bool semaphore_needed(const struct semaphore *s, unsigned thread, unsigned other, uint32_t *clock)
{
	uint64_t units = (uint64_t)s->value + s->n_posts, taken = s->threads.at[thread].takes;
	if (other == thread || other >= s->threads.n || units < taken)
		return false;
	uint64_t spare = units - taken;
	size_t n = s->threads.at[other].posts.n;
	if (n <= spare)
		return false;
	*clock = s->threads.at[other].posts.at[n - 1 - spare];
	return true;
}
