// SPDX-License-Identifier: MIT
// expect: ok
// covers: self equal
// pthread_self is what pthread_create stored, differs between threads, and stays the same.
#include <assert.h>
#include <pthread.h>

static pthread_t main_thread;
static pthread_t seen[2];

static void *look(void *arg)
{
	pthread_t *slot = arg;

	*slot = pthread_self();
	assert(!pthread_equal(pthread_self(), main_thread));
	pthread_exit(NULL);
}

int main(void)
{
	pthread_t t[2];

	main_thread = pthread_self();
	pthread_create(&t[0], NULL, look, &seen[0]);
	pthread_create(&t[1], NULL, look, &seen[1]);
	assert(!pthread_equal(t[0], t[1]));
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	assert(pthread_equal(seen[0], t[0]));
	assert(pthread_equal(seen[1], t[1]));
	assert(pthread_equal(main_thread, pthread_self()));
	return 0;
}
