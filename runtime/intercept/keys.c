/* SPDX-License-Identifier: MIT */
/* Thread-specific data: pthread_key_* and tss_*. */
#include "runtime/intercept/thread_end.h"

#include <errno.h>
#include <pthread.h>
#include <threads.h>

#define DESTROY_ROUNDS 4 /* PTHREAD_DESTRUCTOR_ITERATIONS */

struct key {
	void (*destructor)(void *);
	uint32_t used;
};

static EXEC_STATE struct key *keys; /* in the program's heap, so that it is restored with it */
static EXEC_STATE unsigned keys_seen;

INTERPOSE(int, pthread_key_create, pthread_key_t *key, void (*destructor)(void *))
{
	if (!keys)
		keys = heap_alloc(SPECIFIC_MAX * sizeof(*keys), 16, true, 0);
	for (unsigned i = 0; i < SPECIFIC_MAX; i++) {
		if (keys[i].used)
			continue;
		keys[i] = (struct key){destructor, 1};
		for (unsigned t = 0; t < thread_count(); t++)
			native(thread_by_id(t))->specific[i] = NULL;
		if (i >= keys_seen)
			keys_seen = i + 1;
		*key = i;
		op_also(OP_WRITE, key, sizeof(*key), CALLER_PC);
		return 0;
	}
	return EAGAIN;
}

unsigned specific_used(void)
{
	return keys_seen;
}

static bool valid(unsigned key)
{
	return key < keys_seen && keys[key].used;
}

INTERPOSE(int, pthread_key_delete, pthread_key_t key)
{
	if (!valid(key))
		return EINVAL;
	keys[key].used = 0;
	return 0;
}

INTERPOSE(void *, pthread_getspecific, pthread_key_t key)
{
	return valid(key) ? native(self)->specific[key] : NULL;
}

INTERPOSE(int, pthread_setspecific, pthread_key_t key, const void *value)
{
	if (!valid(key))
		return EINVAL;
	native(self)->specific[key] = (void *)(uintptr_t)value;
	return 0;
}

INTERPOSE(int, tss_create, tss_t *key, tss_dtor_t destructor)
{
	return scree_i_pthread_key_create(key, destructor) ? thrd_error : thrd_success;
}

INTERPOSE(void, tss_delete, tss_t key)
{
	scree_i_pthread_key_delete(key);
}

INTERPOSE(void *, tss_get, tss_t key)
{
	return scree_i_pthread_getspecific(key);
}

INTERPOSE(int, tss_set, tss_t key, void *value)
{
	return scree_i_pthread_setspecific(key, value) ? thrd_error : thrd_success;
}

static bool destroy_round(void)
{
	bool any = false;
	for (unsigned i = 0; i < keys_seen; i++) {
		void *value = native(self)->specific[i];
		if (!value || !keys[i].used)
			continue;
		native(self)->specific[i] = NULL;
		if (keys[i].destructor) {
			keys[i].destructor(value);
			any = true;
		}
	}
	return any;
}

void run_key_destructors(void)
{
	for (int round = 0; round < DESTROY_ROUNDS && destroy_round(); round++)
		;
}
