// SPDX-License-Identifier: MIT
// expect: ok
// check: --pp=everywhere -> verified
// check: --pp=everywhere --reduction=dpor -> verified
// check: -> verified
// covers: use-after-return qsort once key cleanup setjmp
// Threads stand in functions that libraries have called, and use what callers further up and other
// threads have on their stacks.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdlib.h>

struct shared {
	int numbers[2], compared;
	sem_t in, out;
};
static struct shared *shared;
static int *lent;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static jmp_buf out;

static int compare(const void *a, const void *b)
{
	shared->compared++;
	return *(const int *)a - *(const int *)b;
}

static void lend(void)
{
	int local = 0;
	lent = &local;
	sem_post(&shared->in);
	sem_wait(&shared->out);
	assert(local == 1);
}

static void *writer(void *arg)
{
	struct shared *s = arg;
	sem_wait(&s->in);
	*lent = 1;
	sem_post(&s->out);
	return NULL;
}

static void increase(void *arg)
{
	++*(int *)arg;
}

static void *leaver(void *arg)
{
	pthread_setspecific(key, arg);
	pthread_cleanup_push(increase, arg);
	pthread_exit(NULL);
	pthread_cleanup_pop(0);
}

__attribute__((noinline)) static void jump(int *n)
{
	pthread_t t;
	pthread_create(&t, NULL, leaver, n);
	pthread_join(t, NULL);
	longjmp(out, 1);
}

int main(void)
{
	struct shared s = {.numbers = {2, 1}};
	static int n;
	pthread_t t;
	shared = &s;
	sem_init(&s.in, 0, 0);
	sem_init(&s.out, 0, 0);
	pthread_key_create(&key, increase);
	pthread_create(&t, NULL, writer, &s);
	qsort(s.numbers, 2, sizeof(int), compare);
	pthread_once(&once, lend);
	if (!setjmp(out))
		jump(&n);
	pthread_join(t, NULL);
	assert(n == 2 && s.numbers[0] == 1 && s.compared);
	return 0;
}
