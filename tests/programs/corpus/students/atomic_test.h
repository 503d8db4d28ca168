/* SPDX-License-Identifier: MIT */
/*
 * atomic_* of the thesis, §5.1.3: two threads use one operation, vanish, and in the end is looked
 * at what came of it. Wants operation(), which each of them calls, and check().
 */
#include <assert.h>
#include <scree/pebbles.h>

static void use(void *arg)
{
	operation(arg != NULL);
}

int main(void)
{
	static int other;
	scree_at_end(check);
	thread_fork(use, &other);
	use(NULL);
	vanish();
}
