// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 1
// schedules: all=10 everywhere=10
// covers: mutex in an object with a count of users, unlock/lock race
// The last user frees the object, with its mutex. Unlocking frees the lock first and looks for
// sleepers then, in memory that the next owner may have freed. The release must be the last access.
#include "futex.h"

struct object {
	int state; /* 0 free, 1 held, 2 held and somebody may sleep */
	int waiters;
	int users;
};

static void mutex_lock(struct object *o)
{
	int seen = cmpxchg(&o->state, 0, 1);
	while (seen != 0) {
		if (seen == 2 || cmpxchg(&o->state, 1, 2) != 0) {
			xadd(&o->waiters, 1);
			futex_wait(&o->state, 2);
			xadd(&o->waiters, -1);
		}
		seen = cmpxchg(&o->state, 0, 2);
	}
}

static void mutex_unlock(struct object *o)
{
#ifdef FIXED
	if (xchg(&o->state, 0) == 2)
		futex_wake(&o->state, 1);
#else
	xchg(&o->state, 0);
	if (get(&o->waiters)) /* BUG */
		futex_wake(&o->state, 1);
#endif
}

static void use(void *arg)
{
	struct object *o = arg;
	mutex_lock(o);
	int left = --o->users;
	mutex_unlock(o);
	if (!left)
		free(o);
}

int main(void)
{
	struct object *o = calloc(1, sizeof(*o));
	o->users = 2;
	thread_fork(use, o);
	use(o);
	vanish();
}
