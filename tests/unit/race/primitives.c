/* SPDX-License-Identifier: MIT */
/* What each synchronization primitive orders or excludes, in both modes. */
#include "tests/unit/race/events.h"

/*
 * Two writes of X at places 1 and 2, by threads 1 and 2, with something in between. Each test is
 * run in both modes and says which of them reports the pair.
 */
struct expected {
	bool limited, pure;
};

static void check(void (*between)(void), struct expected e)
{
	const bool expected[] = {[RACES_LIMITED] = e.limited, [RACES_PURE] = e.pure};
	for (enum race_mode mode = RACES_LIMITED; mode <= RACES_PURE; mode++) {
		start(mode);
		two_threads();
		between();
		if (!found(1, 2) == expected[mode])
			fail_msg("%s: %s", race_mode_name[mode],
			         expected[mode] ? "not reported" : "reported");
		stop();
	}
}

#define FIRST  AT(1, 1, WRITE, X, 4)
#define SECOND AT(2, 2, WRITE, X, 4)

static void nothing(void)
{
	FIRST;
	SECOND;
}

/* Thesis figure 2.6 (a): another schedule has A2 before A1. */
static void lock_after_and_before(void)
{
	FIRST;
	DO(1, MUTEX_LOCK, M, 40);
	DO(1, MUTEX_UNLOCK, M, 40);
	DO(2, MUTEX_LOCK, M, 40);
	DO(2, MUTEX_UNLOCK, M, 40);
	SECOND;
}

static void same_lock(void)
{
	DO(1, MUTEX_LOCK, M, 40);
	FIRST;
	DO(1, MUTEX_UNLOCK, M, 40);
	DO(2, MUTEX_TRYLOCK, M, 40);
	SECOND;
	DO(2, MUTEX_UNLOCK, M, 40);
}

static void other_lock(void)
{
	DO(1, MUTEX_LOCK, M, 40);
	FIRST;
	DO(1, MUTEX_UNLOCK, M, 40);
	DO(2, MUTEX_LOCK, N, 40);
	SECOND;
}

static void failed_trylock(void)
{
	DO(1, MUTEX_LOCK, M, 40);
	FIRST;
	DO_FLAG(2, MUTEX_TRYLOCK, M, 40, 0, EV_FAILED);
	SECOND;
}

static void recursive_lock(void)
{
	DO(1, MUTEX_LOCK, M, 40);
	DO(1, RELOCK, M, 40);
	DO(1, RELOCK, M, 40);
	FIRST;
	DO(1, MUTEX_UNLOCK, M, 40);
	DO(2, MUTEX_LOCK, M, 40);
	DO(2, MUTEX_LOCK, M, 40); /* levels as events of their own */
	DO(2, MUTEX_UNLOCK, M, 40);
	SECOND;
	DO(2, MUTEX_UNLOCK, M, 40);
}

static void recursive_lock_given_back(void)
{
	DO(1, MUTEX_LOCK, M, 40);
	DO(1, MUTEX_LOCK, M, 40);
	DO(1, MUTEX_UNLOCK, M, 40);
	DO(1, MUTEX_UNLOCK, M, 40);
	FIRST;
	DO(2, MUTEX_LOCK, M, 40);
	SECOND;
}

static void writer_then_reader(void)
{
	DO(1, RWLOCK_WRLOCK, RW, 56);
	FIRST;
	DO(1, RWLOCK_WRUNLOCK, RW, 56);
	DO(2, RWLOCK_RDLOCK, RW, 56);
	SECOND;
}

static void two_readers(void)
{
	DO(1, RWLOCK_RDLOCK, RW, 56);
	FIRST;
	DO(1, RWLOCK_RDUNLOCK, RW, 56);
	DO(2, RWLOCK_RDLOCK, RW, 56);
	SECOND;
}

static void reader_then_writer(void)
{
	DO(1, RWLOCK_RDLOCK, RW, 56);
	FIRST;
	DO(1, RWLOCK_RDUNLOCK, RW, 56);
	DO(2, RWLOCK_TRYWRLOCK, RW, 56);
	SECOND;
}

static void mutex_and_rwlock_at_one_address(void)
{
	DO(1, MUTEX_LOCK, M, 40);
	FIRST;
	DO(1, MUTEX_UNLOCK, M, 40);
	DO(2, RWLOCK_WRLOCK, M, 40);
	SECOND;
}

static void signalled(void)
{
	DO(2, MUTEX_LOCK, M, 40);
	DO_ARG(2, COND_WAIT, COND, 48, M);
	FIRST;
	DO_ARG(1, COND_SIGNAL, COND, 48, 2);
	DO_ARG(2, COND_REACQUIRE, M, 40, COND);
	SECOND;
}

static void signalled_somebody_else(void)
{
	DO(2, MUTEX_LOCK, M, 40);
	DO_ARG(2, COND_WAIT, COND, 48, M);
	FIRST;
	DO_ARG(1, COND_SIGNAL, COND, 48, NO_THREAD);
	DO_FLAG(2, COND_TIMEOUT, COND, 48, M, EV_TIMEOUT);
	DO_ARG(2, COND_REACQUIRE, M, 40, COND);
	SECOND;
}

static void broadcast(void)
{
	DO(2, MUTEX_LOCK, M, 40);
	DO_ARG(2, COND_WAIT, COND, 48, M);
	FIRST;
	DO(1, COND_BROADCAST, COND, 48);
	DO_ARG(2, COND_REACQUIRE, M, 40, COND);
	SECOND;
}

static void broadcast_too_late(void)
{
	DO(2, MUTEX_LOCK, M, 40);
	DO_ARG(2, COND_WAIT, COND, 48, M);
	DO_FLAG(2, COND_TIMEOUT, COND, 48, M, EV_TIMEOUT);
	FIRST;
	DO(1, COND_BROADCAST, COND, 48);
	DO_ARG(2, COND_REACQUIRE, M, 40, COND);
	SECOND;
}

/* A wait gives the mutex back. */
static void lock_of_a_sleeper(void)
{
	DO(1, MUTEX_LOCK, M, 40);
	DO_ARG(1, COND_WAIT, COND, 48, M);
	DO(2, MUTEX_LOCK, M, 40);
	SECOND;
	DO_ARG(0, COND_SIGNAL, COND, 48, 1);
	FIRST; /* before it has the mutex again, as no program could */
}

static void futex(void)
{
	DO(2, FUTEX_WAIT, P, 4);
	FIRST;
	DO_ARG(1, FUTEX_WAKE, P, 0, 2);
	DO(2, FUTEX_RETURN, P, 0);
	SECOND;
}

static void barrier(void)
{
	FIRST;
	DO(1, BARRIER_ARRIVE, BAR, 32);
	DO_FLAG(2, BARRIER_ARRIVE, BAR, 32, 0, EV_LAST);
	DO(2, BARRIER_LEAVE, BAR, 0);
	SECOND;
}

static void barrier_of_others(void)
{
	DO_ARG(0, THREAD_CREATE, 0, 0, 3);
	DO(1, BARRIER_ARRIVE, BAR, 32);
	DO_FLAG(3, BARRIER_ARRIVE, BAR, 32, 0, EV_LAST);
	DO(1, BARRIER_LEAVE, BAR, 0);
	FIRST;
	DO(2, BARRIER_ARRIVE, BAR, 32);
	DO_FLAG(3, BARRIER_ARRIVE, BAR, 32, 0, EV_LAST);
	SECOND;
}

static void post_needed(void)
{
	FIRST;
	DO_ARG(1, SEM_POST, SEM, 32, 0);
	DO_ARG(2, SEM_WAIT, SEM, 32, 1);
	SECOND;
}

static void post_not_needed(void)
{
	FIRST;
	DO_ARG(1, SEM_POST, SEM, 32, 2);
	DO_ARG(2, SEM_WAIT, SEM, 32, 3);
	SECOND;
}

static void either_of_two_posts(void)
{
	FIRST;
	DO_ARG(1, SEM_POST, SEM, 32, 0);
	DO_ARG(0, SEM_POST, SEM, 32, 1);
	DO_ARG(2, SEM_WAIT, SEM, 32, 2);
	SECOND;
}

static void both_posts_by_two_waits(void)
{
	FIRST;
	DO_ARG(1, SEM_POST, SEM, 32, 0);
	DO_ARG(0, SEM_POST, SEM, 32, 1);
	DO_ARG(2, SEM_WAIT, SEM, 32, 2);
	DO_ARG(2, SEM_WAIT, SEM, 32, 1);
	SECOND;
}

/* The first of two posts by one thread comes before any wait. */
static void first_post_of_two(void)
{
	FIRST;
	DO_ARG(1, SEM_POST, SEM, 32, 0);
	DO_ARG(1, SEM_POST, SEM, 32, 1);
	DO_ARG(2, SEM_WAIT, SEM, 32, 2);
	SECOND;
}

static void second_post_of_two(void)
{
	DO_ARG(1, SEM_POST, SEM, 32, 0);
	FIRST;
	DO_ARG(1, SEM_POST, SEM, 32, 1);
	DO_ARG(2, SEM_WAIT, SEM, 32, 2);
	SECOND;
}

static void failed_trywait(void)
{
	FIRST;
	DO_ARG(1, SEM_POST, SEM, 32, 0);
	DO_ARG(0, SEM_WAIT, SEM, 32, 1);
	DO_FLAG(2, SEM_TRYWAIT, SEM, 32, 0, EV_FAILED);
	SECOND;
}

static void semaphore_as_lock(void)
{
	DO_ARG(1, SEM_WAIT, SEM, 32, 1);
	FIRST;
	DO_ARG(1, SEM_POST, SEM, 32, 0);
	DO_ARG(2, SEM_WAIT, SEM, 32, 1);
	SECOND;
	DO_ARG(2, SEM_POST, SEM, 32, 0);
}

static void semaphore_of_two(void)
{
	DO_ARG(0, SEM_INIT, SEM, 32, 2);
	DO_ARG(1, SEM_WAIT, SEM, 32, 2);
	FIRST;
	DO_ARG(1, SEM_POST, SEM, 32, 1);
	DO_ARG(2, SEM_WAIT, SEM, 32, 2);
	SECOND;
}

/* Another thread posts: the two sections may overlap after all. */
static void semaphore_handed_off(void)
{
	DO_ARG(1, SEM_WAIT, SEM, 32, 1);
	FIRST;
	DO_ARG(1, SEM_POST, SEM, 32, 0);
	DO_ARG(2, SEM_WAIT, SEM, 32, 1);
	SECOND;
	DO_ARG(0, SEM_POST, SEM, 32, 0);
}

static void once(void)
{
	DO(1, ONCE_RUN, ONCE, 4);
	FIRST;
	DO(1, ONCE_DONE, ONCE, 4);
	DO(2, ONCE_PASS, ONCE, 4);
	SECOND;
}

/* The function threw; the next thread runs it again. */
static void once_thrown(void)
{
	FIRST;
	DO(1, ONCE_RUN, ONCE, 4);
	DO_FLAG(1, ONCE_DONE, ONCE, 4, 0, EV_FAILED);
	DO(2, ONCE_RUN, ONCE, 4);
	SECOND;
}

static void once_both_inside(void)
{
	DO(1, ONCE_RUN, ONCE, 4);
	FIRST;
	DO_FLAG(1, ONCE_DONE, ONCE, 4, 0, EV_FAILED);
	DO(2, ONCE_RUN, ONCE, 4);
	SECOND;
}

static void joined(void)
{
	FIRST;
	DO(1, THREAD_EXIT, 0, 0);
	DO_ARG(2, THREAD_JOIN, 0, 0, 1);
	SECOND;
}

static void created(void)
{
	FIRST;
	DO_ARG(1, THREAD_CREATE, 0, 0, 3);
	DO(3, THREAD_BEGIN, 0, 0);
	AT(2, 3, WRITE, X, 4);
}

static void created_before(void)
{
	DO_ARG(1, THREAD_CREATE, 0, 0, 3);
	FIRST;
	DO(3, THREAD_BEGIN, 0, 0);
	AT(2, 3, WRITE, X, 4);
}

static void flag_released(void)
{
	FIRST;
	DO_ARG(1, ATOMIC_STORE, P, 4, __ATOMIC_RELEASE);
	DO_ARG(2, ATOMIC_LOAD, P, 4, __ATOMIC_ACQUIRE);
	SECOND;
}

static void flag_relaxed(void)
{
	FIRST;
	DO_ARG(1, ATOMIC_STORE, P, 4, __ATOMIC_RELAXED);
	DO_ARG(2, ATOMIC_LOAD, P, 4, __ATOMIC_ACQUIRE);
	SECOND;
}

static void flag_with_fences(void)
{
	FIRST;
	DO_ARG(1, FENCE, 0, 0, __ATOMIC_RELEASE);
	DO_ARG(1, ATOMIC_STORE, P, 4, __ATOMIC_RELAXED);
	DO_ARG(2, ATOMIC_LOAD, P, 4, __ATOMIC_RELAXED);
	DO_ARG(2, FENCE, 0, 0, __ATOMIC_ACQUIRE);
	SECOND;
}

static void release_sequence(void)
{
	FIRST;
	DO_ARG(1, ATOMIC_STORE, P, 4, __ATOMIC_RELEASE);
	DO_ARG(0, ATOMIC_RMW, P, 4, __ATOMIC_RELAXED);
	DO_ARG(2, ATOMIC_LOAD, P, 4, __ATOMIC_ACQUIRE);
	SECOND;
}

static void release_sequence_broken(void)
{
	FIRST;
	DO_ARG(1, ATOMIC_STORE, P, 4, __ATOMIC_RELEASE);
	DO_ARG(0, ATOMIC_STORE, P, 4, __ATOMIC_RELAXED);
	DO_ARG(2, ATOMIC_LOAD, P, 4, __ATOMIC_ACQUIRE);
	SECOND;
}

static void mutex_made_again(void)
{
	DO(1, MUTEX_LOCK, M, 40);
	FIRST;
	DO(1, MUTEX_UNLOCK, M, 40);
	DO(0, MUTEX_DESTROY, M, 40);
	DO(0, MUTEX_INIT, M, 40);
	DO(2, MUTEX_LOCK, M, 40);
	SECOND;
}

static void stream_lock(void)
{
	DO(1, FILE_LOCK, N, 1);
	FIRST;
	DO(1, FILE_UNLOCK, N, 1);
	DO(2, FILE_LOCK, N, 1);
	SECOND;
}

/* clang-format off */
static const struct {
	const char *name;
	void (*between)(void);
	struct expected expected;
} cases[] = {
#define CASE(name, limited, pure) {#name, name, {limited, pure}}
	CASE(nothing, true, true),
	CASE(lock_after_and_before, true, false),
	CASE(same_lock, false, false),
	CASE(other_lock, true, true),
	CASE(failed_trylock, true, true),
	CASE(recursive_lock, false, false),
	CASE(recursive_lock_given_back, true, true),
	CASE(writer_then_reader, false, false),
	CASE(two_readers, true, true),
	CASE(reader_then_writer, false, false),
	CASE(mutex_and_rwlock_at_one_address, true, true),
	CASE(signalled, false, false),
	CASE(signalled_somebody_else, true, true),
	CASE(broadcast, false, false),
	CASE(broadcast_too_late, true, true),
	CASE(lock_of_a_sleeper, true, true),
	CASE(futex, false, false),
	CASE(barrier, false, false),
	CASE(barrier_of_others, true, true),
	CASE(post_needed, false, false),
	CASE(post_not_needed, true, false),
	CASE(either_of_two_posts, true, false),
	CASE(both_posts_by_two_waits, false, false),
	CASE(first_post_of_two, false, false),
	CASE(second_post_of_two, true, false),
	CASE(failed_trywait, true, true),
	CASE(semaphore_as_lock, false, false),
	CASE(semaphore_of_two, true, false),
	CASE(semaphore_handed_off, true, false),
	CASE(once, false, false),
	CASE(once_thrown, true, false),
	CASE(once_both_inside, false, false),
	CASE(joined, false, false),
	CASE(created, false, false),
	CASE(created_before, true, true),
	CASE(flag_released, true, false),
	CASE(flag_relaxed, true, true),
	CASE(flag_with_fences, true, false),
	CASE(release_sequence, true, false),
	CASE(release_sequence_broken, true, true),
	CASE(mutex_made_again, true, true),
	CASE(stream_lock, false, false),
};
/* clang-format on */

static void test_primitives(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		print_message("%s\n", cases[i].name);
		check(cases[i].between, cases[i].expected);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_primitives)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
