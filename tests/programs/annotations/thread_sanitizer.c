// SPDX-License-Identifier: MIT
// expect: ok
// covers: annotations tsan-interface
// A program that annotates itself for a race detector is linked and runs as without.
#include <assert.h>
#include <pthread.h>

void AnnotateHappensBefore(const char *file, int line, const volatile void *addr);
void AnnotateHappensAfter(const char *file, int line, const volatile void *addr);
void AnnotateIgnoreWritesBegin(const char *file, int line);
void __tsan_acquire(void *addr);
void __tsan_release(void *addr);
void __tsan_mutex_pre_lock(void *addr, unsigned flags);
void __tsan_mutex_post_lock(void *addr, unsigned flags, int recursion);
int __tsan_mutex_pre_unlock(void *addr, unsigned flags);
void __tsan_mutex_post_unlock(void *addr, unsigned flags);

static int flag, data;

/* Programs bring some of these along. */
void AnnotateIgnoreWritesBegin(const char *file, int line)
{
	assert(file && line);
	__atomic_store_n(&data, 1, __ATOMIC_RELAXED);
}

static void *give(void *arg)
{
	__tsan_mutex_pre_lock(&data, 0);
	__tsan_mutex_post_lock(&data, 0, 0);
	AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
	assert(__tsan_mutex_pre_unlock(&data, 0) == 0);
	__tsan_mutex_post_unlock(&data, 0);
	AnnotateHappensBefore(__FILE__, __LINE__, &flag);
	__tsan_release(&flag);
	__atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
	return arg;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, give, NULL);
	while (!__atomic_load_n(&flag, __ATOMIC_ACQUIRE))
		;
	__tsan_acquire(&flag);
	AnnotateHappensAfter(__FILE__, __LINE__, &flag);
	assert(__atomic_load_n(&data, __ATOMIC_RELAXED) == 1);
	pthread_join(thread, NULL);
	return 0;
}
