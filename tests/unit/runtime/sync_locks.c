/* SPDX-License-Identifier: MIT */
/* Mutexes, spin locks and read-write locks: results, events, and misuse. */
#include "tests/unit/runtime/sync_around.h"

static const struct timespec long_ago = {1, 0}, no_time = {1, 1000000000};

static pthread_mutex_t mutex;
static pthread_rwlock_t rwlock;
static pthread_spinlock_t spin;
static mtx_t mtx;
static int result;

static void fresh_mutex(int kind)
{
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, kind);
	memset(&mutex, 0xa5, sizeof(mutex));
	EXPECT(0, scree_i_pthread_mutex_init(&mutex, &attr));
}

static void lock_and_unlock(void)
{
	scree_i_pthread_mutex_lock(&mutex);
	scree_i_pthread_mutex_unlock(&mutex);
}

static void trylock(void)
{
	result = scree_i_pthread_mutex_trylock(&mutex);
}

static void timedlock(void)
{
	result = scree_i_pthread_mutex_timedlock(&mutex, &long_ago);
}

static void timedlock_at_no_time(void)
{
	result = scree_i_pthread_mutex_timedlock(&mutex, &no_time);
}

static void unlock(void)
{
	result = scree_i_pthread_mutex_unlock(&mutex);
}

static void test_exclusion(void **state)
{
	(void)state;
	fresh_mutex(PTHREAD_MUTEX_NORMAL);
	unsigned a = start(lock_and_unlock), b = start(lock_and_unlock);
	assert_int_equal(can(b), THREAD_READY);
	step(a);
	expect_event(OP_MUTEX_LOCK, 0);
	assert_int_equal(can(b), THREAD_BLOCKED);
	step(a);
	expect_event(OP_MUTEX_UNLOCK, 0);
	finish(b);
	assert_null(holder_of(&mutex));
}

static void test_try_and_timed(void **state)
{
	(void)state;
	fresh_mutex(PTHREAD_MUTEX_NORMAL);
	EXPECT(0, scree_i_pthread_mutex_timedlock(&mutex, &no_time));
	unsigned try = start(trylock), timed = start(timedlock), bad = start(timedlock_at_no_time);
	finish(try);
	assert_int_equal(result, EBUSY);
	expect_event(OP_MUTEX_TRYLOCK, EV_FAILED);
	assert_int_equal(can(timed), THREAD_TIMEABLE);
	finish(timed);
	assert_int_equal(result, ETIMEDOUT);
	expect_event(OP_MUTEX_TIMEDLOCK, EV_FAILED | EV_TIMEOUT);
	finish(bad);
	assert_int_equal(result, EINVAL);
	EXPECT(EINVAL, scree_i_pthread_mutex_clocklock(&mutex, CLOCK_THREAD_CPUTIME_ID, &long_ago));
	EXPECT(EBUSY, scree_i_pthread_mutex_trylock(&mutex));
	EXPECT(ETIMEDOUT, scree_i_pthread_mutex_timedlock(&mutex, &long_ago));
	expect_event(OP_RELOCK, EV_FAILED | EV_TIMEOUT);
}

static void test_recursive(void **state)
{
	(void)state;
	fresh_mutex(PTHREAD_MUTEX_RECURSIVE);
	EXPECT(0, scree_i_pthread_mutex_lock(&mutex));
	EXPECT(0, scree_i_pthread_mutex_lock(&mutex));
	expect_event(OP_RELOCK, 0);
	EXPECT(0, scree_i_pthread_mutex_trylock(&mutex));
	((struct mutex *)&mutex)->depth = UINT32_MAX;
	EXPECT(EAGAIN, scree_i_pthread_mutex_lock(&mutex));
	((struct mutex *)&mutex)->depth = 2;
	finish(start(unlock));
	assert_int_equal(result, EPERM);
	EXPECT(0, scree_i_pthread_mutex_unlock(&mutex));
	expect_event(OP_RELOCK, 0);
	EXPECT(0, scree_i_pthread_mutex_unlock(&mutex));
	expect_event(OP_MUTEX_UNLOCK, 0);
	EXPECT(EPERM, scree_i_pthread_mutex_unlock(&mutex));
	EXPECT(0, scree_i_pthread_mutex_destroy(&mutex));
}

static void test_errorcheck(void **state)
{
	(void)state;
	mutex = (pthread_mutex_t)PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
	EXPECT(EPERM, scree_i_pthread_mutex_unlock(&mutex));
	EXPECT(0, scree_i_pthread_mutex_lock(&mutex));
	EXPECT(EDEADLK, scree_i_pthread_mutex_lock(&mutex));
	EXPECT(EDEADLK, scree_i_pthread_mutex_timedlock(&mutex, &long_ago));
	EXPECT(EBUSY, scree_i_pthread_mutex_trylock(&mutex));
	finish(start(unlock));
	assert_int_equal(result, EPERM);
	EXPECT(0, scree_i_pthread_mutex_unlock(&mutex));
	assert_false(around.found);
}

static void test_static_initialisers(void **state)
{
	(void)state;
	static const pthread_mutex_t initialisers[] = {
	        PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
	        PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP};
	static const int relock[] = {-1, 0, EDEADLK, -1};
	for (volatile size_t i = 0; i < ARRAY_SIZE(initialisers); i++) {
		mutex = initialisers[i];
		EXPECT(0, scree_i_pthread_mutex_lock(&mutex));
		if (relock[i] < 0)
			EXPECT_MISUSE("relocks mutex", scree_i_pthread_mutex_lock(&mutex));
		else
			EXPECT(relock[i], scree_i_pthread_mutex_lock(&mutex));
		around_reset(NULL);
	}
	rwlock = (pthread_rwlock_t)PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
	EXPECT(0, scree_i_pthread_rwlock_rdlock(&rwlock));
	EXPECT(0, scree_i_pthread_rwlock_rdlock(&rwlock));
	assert_int_equal(around.n_warnings, 1);
}

static void test_mutex_misuse(void **state)
{
	(void)state;
	memset(&mutex, 0xa5, sizeof(mutex));
	EXPECT_MISUSE("never initialised", scree_i_pthread_mutex_lock(&mutex));
	EXPECT_MISUSE("never initialised", scree_i_pthread_mutex_destroy(&mutex));
	fresh_mutex(PTHREAD_MUTEX_NORMAL);
	EXPECT_MISUSE("is not locked", scree_i_pthread_mutex_unlock(&mutex));
	EXPECT(0, scree_i_pthread_mutex_lock(&mutex));
	EXPECT_MISUSE("destroys mutex", scree_i_pthread_mutex_destroy(&mutex));
	EXPECT_MISUSE("which {T0} holds", scree_i_pthread_mutex_init(&mutex, NULL));
	step(start(unlock));
	expect_found("which {T0} holds");
	assert_int_equal(around.finding.addr, (uintptr_t)&mutex);
	assert_true(around.n_notes > 0);
	EXPECT(0, scree_i_pthread_mutex_unlock(&mutex));
	unsigned late = start(lock_and_unlock);
	EXPECT(0, scree_i_pthread_mutex_destroy(&mutex));
	step(late);
	expect_found("after pthread_mutex_destroy");
}

static void test_mutex_refused(void **state)
{
	(void)state;
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	EXPECT_REFUSED("ROBUST", scree_i_pthread_mutex_init(&mutex, &attr));
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_STALLED);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	EXPECT_REFUSED("PROCESS_SHARED", scree_i_pthread_mutex_init(&mutex, &attr));
}

static void test_mtx(void **state)
{
	(void)state;
	memset(&mtx, 0, sizeof(mtx));
	EXPECT_MISUSE("never initialised", scree_i_mtx_lock(&mtx));
	EXPECT(thrd_error, scree_i_mtx_init(&mtx, 99));
	EXPECT(thrd_success, scree_i_mtx_init(&mtx, mtx_plain));
	EXPECT(thrd_success, scree_i_mtx_lock(&mtx));
	EXPECT(thrd_busy, scree_i_mtx_trylock(&mtx));
	EXPECT(thrd_timedout, scree_i_mtx_timedlock(&mtx, &long_ago));
	assert_int_equal(around.n_warnings, 1); /* made without mtx_timed */
	EXPECT_MISUSE("relocks", scree_i_mtx_lock(&mtx));
	EXPECT(thrd_success, scree_i_mtx_unlock(&mtx));
	scree_i_mtx_destroy(&mtx);
	EXPECT_MISUSE("after mtx_destroy", scree_i_mtx_lock(&mtx));
	EXPECT(thrd_success, scree_i_mtx_init(&mtx, mtx_timed | mtx_recursive));
	EXPECT(thrd_success, scree_i_mtx_lock(&mtx));
	EXPECT(thrd_success, scree_i_mtx_lock(&mtx));
	EXPECT(thrd_success, scree_i_mtx_unlock(&mtx));
	EXPECT(thrd_success, scree_i_mtx_unlock(&mtx));
	EXPECT_MISUSE("is not locked", scree_i_mtx_unlock(&mtx));
}

static void spin_lock_and_unlock(void)
{
	scree_i_pthread_spin_lock(&spin);
	scree_i_pthread_spin_unlock(&spin);
}

static void spin_unlock(void)
{
	scree_i_pthread_spin_unlock(&spin);
}

static void test_spin(void **state)
{
	(void)state;
	spin = 0;
	EXPECT_MISUSE("never initialised", scree_i_pthread_spin_lock(&spin));
	EXPECT_REFUSED("SHARED", scree_i_pthread_spin_init(&spin, PTHREAD_PROCESS_SHARED));
	EXPECT(0, scree_i_pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE));
	EXPECT(0, scree_i_pthread_spin_lock(&spin));
	EXPECT(EBUSY, scree_i_pthread_spin_trylock(&spin));
	expect_event(OP_RELOCK, EV_FAILED);
	EXPECT_MISUSE("relocks spin lock", scree_i_pthread_spin_lock(&spin));
	EXPECT_MISUSE("which is locked", scree_i_pthread_spin_destroy(&spin));
	unsigned waiter = start(spin_lock_and_unlock);
	assert_int_equal(can(waiter), THREAD_BLOCKED);
	step(start(spin_unlock));
	expect_found("another thread holds");
	EXPECT(0, scree_i_pthread_spin_unlock(&spin));
	finish(waiter);
	EXPECT_MISUSE("is not locked", scree_i_pthread_spin_unlock(&spin));
	EXPECT(0, scree_i_pthread_spin_destroy(&spin));
	EXPECT_MISUSE("after pthread_spin_destroy", scree_i_pthread_spin_trylock(&spin));
}

static void read_and_unlock(void)
{
	result = scree_i_pthread_rwlock_rdlock(&rwlock);
	scree_i_pthread_rwlock_unlock(&rwlock);
}

static void write_and_unlock(void)
{
	result = scree_i_pthread_rwlock_wrlock(&rwlock);
	scree_i_pthread_rwlock_unlock(&rwlock);
}

static void timed_write(void)
{
	result = scree_i_pthread_rwlock_clockwrlock(&rwlock, CLOCK_MONOTONIC, &long_ago);
}

static void test_rwlock(void **state)
{
	(void)state;
	rwlock = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
	unsigned a = start(read_and_unlock), b = start(read_and_unlock),
	         w = start(write_and_unlock);
	step(a);
	assert_int_equal(can(w), THREAD_BLOCKED);
	step(b);
	expect_event(OP_RWLOCK_RDLOCK, 0);
	unsigned timed = start(timed_write);
	assert_int_equal(can(timed), THREAD_TIMEABLE);
	finish(timed);
	assert_int_equal(result, ETIMEDOUT);
	finish(a);
	expect_event(OP_RWLOCK_RDUNLOCK, 0);
	assert_int_equal(can(w), THREAD_BLOCKED);
	finish(b);
	step(w);
	expect_event(OP_RWLOCK_WRLOCK, 0);
	EXPECT(EBUSY, scree_i_pthread_rwlock_tryrdlock(&rwlock));
	finish(w);
	expect_event(OP_RWLOCK_WRUNLOCK, 0);
}

static void test_rwlock_relocks(void **state)
{
	(void)state;
	EXPECT(0, scree_i_pthread_rwlock_init(&rwlock, NULL));
	EXPECT(0, scree_i_pthread_rwlock_wrlock(&rwlock));
	EXPECT(EDEADLK, scree_i_pthread_rwlock_wrlock(&rwlock));
	EXPECT(EDEADLK, scree_i_pthread_rwlock_rdlock(&rwlock));
	EXPECT(EDEADLK, scree_i_pthread_rwlock_timedwrlock(&rwlock, &long_ago));
	EXPECT(EBUSY, scree_i_pthread_rwlock_trywrlock(&rwlock));
	EXPECT(EBUSY, scree_i_pthread_rwlock_tryrdlock(&rwlock));
	EXPECT(0, scree_i_pthread_rwlock_unlock(&rwlock));
	EXPECT(0, scree_i_pthread_rwlock_rdlock(&rwlock));
	EXPECT(0, scree_i_pthread_rwlock_tryrdlock(&rwlock));
	expect_event(OP_RELOCK, 0);
	EXPECT(EBUSY, scree_i_pthread_rwlock_trywrlock(&rwlock));
	EXPECT(ETIMEDOUT, scree_i_pthread_rwlock_timedwrlock(&rwlock, &long_ago));
	EXPECT(0, scree_i_pthread_rwlock_unlock(&rwlock));
	expect_event(OP_RELOCK, 0);
	EXPECT_MISUSE("held for reading", scree_i_pthread_rwlock_destroy(&rwlock));
	EXPECT(0, scree_i_pthread_rwlock_unlock(&rwlock));
	EXPECT_MISUSE("does not hold", scree_i_pthread_rwlock_unlock(&rwlock));
	EXPECT(0, scree_i_pthread_rwlock_destroy(&rwlock));
	EXPECT_MISUSE("after pthread_rwlock_destroy", scree_i_pthread_rwlock_rdlock(&rwlock));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup(test_exclusion, around_reset),
	        cmocka_unit_test_setup(test_try_and_timed, around_reset),
	        cmocka_unit_test_setup(test_recursive, around_reset),
	        cmocka_unit_test_setup(test_errorcheck, around_reset),
	        cmocka_unit_test_setup(test_static_initialisers, around_reset),
	        cmocka_unit_test_setup(test_mutex_misuse, around_reset),
	        cmocka_unit_test_setup(test_mutex_refused, around_reset),
	        cmocka_unit_test_setup(test_mtx, around_reset),
	        cmocka_unit_test_setup(test_spin, around_reset),
	        cmocka_unit_test_setup(test_rwlock, around_reset),
	        cmocka_unit_test_setup(test_rwlock_relocks, around_reset),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
