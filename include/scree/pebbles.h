/* SPDX-License-Identifier: MIT */
/*
 * Thread primitives of the Pebbles kernel, over which the students of 15-410 write their thread
 * libraries (thesis, ch. 5): to test such a library, or an exercise like it, as a Linux program.
 *
 *     #include <scree/pebbles.h>
 *
 * Each call is one system call of that kernel: under scree it is one step, into which nothing
 * comes. In a normal build the same header works over Linux's futexes.
 *
 *     int gettid(void)                       the caller's id, at least 1
 *     int thread_fork(fn, arg)               starts fn(arg) in a thread of its own; its id
 *     void vanish(void)                      ends the caller; nobody is told
 *     int yield(int tid)                     lets another thread run; tid, or -1, is only a wish
 *     int deschedule(int *reject)            sleeps, if *reject is 0, until make_runnable
 *     int make_runnable(int tid)             wakes tid
 *     int xchg(int *p, int v)                stores v; what was there
 *     int xadd(int *p, int v)                adds v; what was there
 *     int cmpxchg(int *p, int old, int v)    stores v if old is there; what was there
 *
 * deschedule looks at *reject and falls asleep in one step, so that a waker who first sets *reject
 * and then calls make_runnable is never missed. It gives 0, also where it did not sleep.
 * make_runnable gives 0 if tid slept and has been woken, and -1 if it did not sleep: then nothing
 * is remembered. yield gives -1 if no thread has that id.
 *
 * All names start with pebbles_; the ones above are macros, left out if PEBBLES_PREFIXED is
 * defined. xchg, xadd and cmpxchg are sequentially consistent. There may be 31 threads; a thread
 * that was not started by thread_fork has an id from its first call of gettid or deschedule on. A
 * thread that sleeps with nobody left to wake it is reported as a lost wake-up, at the call.
 */
#ifndef SCREE_PEBBLES_H
#define SCREE_PEBBLES_H

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <scree.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Not declared where the program asks for strict C. */
extern long syscall(long number, ...);

/* Linux can wake some of the sleepers at a word, by a set of 32 bits: each thread has its own. */
enum { PEBBLES_THREADS = 32 };

/* Weak: one definition, however many files include this. */
__attribute__((weak)) int pebbles_threads;                  /* ids given so far */
__attribute__((weak)) int *pebbles_sleeps[PEBBLES_THREADS]; /* where each sleeps; NULL: nowhere */
__attribute__((weak)) __thread int pebbles_self;

static inline int pebbles_new_id(void)
{
	int id = __atomic_add_fetch(&pebbles_threads, 1, __ATOMIC_SEQ_CST);
	if (id >= PEBBLES_THREADS)
		abort(); /* too many threads */
	return id;
}

static inline int pebbles_gettid(void)
{
	if (!pebbles_self)
		pebbles_self = pebbles_new_id();
	return pebbles_self;
}

struct pebbles_start {
	void (*fn)(void *);
	void *arg;
	int id;
};

static inline void *pebbles_run(void *arg)
{
	struct pebbles_start start = *(struct pebbles_start *)arg;
	free(arg);
	pebbles_self = start.id;
	start.fn(start.arg);
	return NULL;
}

/* -1: there is no memory, or no thread to be had. */
static inline int pebbles_thread_fork(void (*fn)(void *), void *arg)
{
	struct pebbles_start *start = (struct pebbles_start *)malloc(sizeof(*start));
	pthread_t thread;
	int id;
	if (!start)
		return -1;
	pebbles_gettid(); /* so that the one that starts the first thread is 1 */
	start->fn = fn;
	start->arg = arg;
	start->id = id = pebbles_new_id();
	if (pthread_create(&thread, NULL, pebbles_run, start) != 0) {
		free(start);
		return -1;
	}
	pthread_detach(thread);
	return id;
}

__attribute__((noreturn)) static inline void pebbles_vanish(void)
{
	pthread_exit(NULL);
}

static inline int pebbles_yield(int tid)
{
	if (tid != -1 && (tid < 1 || tid > __atomic_load_n(&pebbles_threads, __ATOMIC_SEQ_CST)))
		return -1;
	sched_yield();
	return 0;
}

/*
 * The sleep is on *reject itself, so that Linux makes the look at it and the falling asleep one
 * step. A waker that comes before that finds the place already, and nobody there; one that comes
 * after the sleeper was woken finds nobody either.
 */
static inline int pebbles_deschedule(int *reject)
{
	int me = pebbles_gettid();
	scree_atomic_begin();
	__atomic_store_n(&pebbles_sleeps[me], reject, __ATOMIC_SEQ_CST);
	while (syscall(SYS_futex, reject, FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, NULL,
	               UINT32_C(1) << me) != 0 &&
	       errno == EINTR)
		;
	__atomic_store_n(&pebbles_sleeps[me], (int *)NULL, __ATOMIC_SEQ_CST);
	scree_atomic_end();
	return 0;
}

static inline int pebbles_make_runnable(int tid)
{
	long woken = 0;
	if (tid < 1 || tid >= PEBBLES_THREADS)
		return -1;
	scree_atomic_begin();
	int *place = __atomic_load_n(&pebbles_sleeps[tid], __ATOMIC_SEQ_CST);
	if (place)
		woken = syscall(SYS_futex, place, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL,
		                UINT32_C(1) << tid);
	scree_atomic_end();
	return woken == 1 ? 0 : -1;
}

#ifdef __cplusplus
}
#endif

/* Macros, so that reports show the line that uses them. */
#define pebbles_xchg(p, v)         __atomic_exchange_n((p), (v), __ATOMIC_SEQ_CST)
#define pebbles_xadd(p, v)         __atomic_fetch_add((p), (v), __ATOMIC_SEQ_CST)
#define pebbles_cmpxchg(p, old, v) __sync_val_compare_and_swap((p), (old), (v))

#ifndef PEBBLES_PREFIXED
#define gettid        pebbles_gettid
#define thread_fork   pebbles_thread_fork
#define vanish        pebbles_vanish
#define yield         pebbles_yield
#define deschedule    pebbles_deschedule
#define make_runnable pebbles_make_runnable
#define xchg          pebbles_xchg
#define xadd          pebbles_xadd
#define cmpxchg       pebbles_cmpxchg
#endif

#endif
