// SPDX-License-Identifier: MIT
// expect: ok
// covers: QUICKSAND figure 3b
// check: --mode=everywhere --races=limited -> verified, 2 schedules, races B1-B2
// check: --mode=everywhere --races=pure -> verified, 2 schedules, no races
// check: --races=limited -> verified, races B1-B2
// check: --races=pure -> verified, no races
// The second increment only comes if the flag is seen that is set, under the lock, after the first:
// there is no race. Limited happens-before cannot know and raises a false alarm; the search
// then shows that the accesses cannot be reordered.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static int x;
static bool ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg)
{
	x++; /* B1 */
	pthread_mutex_lock(&lock);
	ready = true;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *second(void *arg)
{
	pthread_mutex_lock(&lock);
	bool go = ready;
	pthread_mutex_unlock(&lock);
	if (go)
		x++; /* B2 */
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(x == 1 || x == 2);
	return 0;
}
