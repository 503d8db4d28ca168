/* SPDX-License-Identifier: MIT */
/* Condition variables, semaphores, barriers, once and guards: steps, choices, and misuse. */
#include "tests/unit/runtime/sync_around.h"

static const struct timespec long_ago = {1, 0}, no_time = {1, 1000000000};

static pthread_mutex_t mutex, other_mutex;
static pthread_cond_t cond;
static sem_t sem;
static pthread_barrier_t barrier;
static pthread_once_t once;
static struct guard guard;
static int result, runs;

static int fresh(void **state)
{
	mutex = other_mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	cond = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
	once = PTHREAD_ONCE_INIT;
	guard = (struct guard){0};
	runs = 0;
	return around_reset(state);
}

static void wait_once(void)
{
	scree_i_pthread_mutex_lock(&mutex);
	result = scree_i_pthread_cond_wait(&cond, &mutex);
	scree_i_pthread_mutex_unlock(&mutex);
}

static void wait_timed(void)
{
	scree_i_pthread_mutex_lock(&mutex);
	result = scree_i_pthread_cond_timedwait(&cond, &mutex, &long_ago);
	scree_i_pthread_mutex_unlock(&mutex);
}

static void wait_with_other_mutex(void)
{
	scree_i_pthread_mutex_lock(&other_mutex);
	scree_i_pthread_cond_wait(&cond, &other_mutex);
}

/* Asleep on cond, the mutex released. */
static unsigned sleeper(void (*fn)(void))
{
	unsigned t = start(fn);
	step(t);
	step(t);
	expect_event(OP_COND_WAIT, 0);
	assert_true(around.threads[t].base.asleep);
	return t;
}

static void test_wait(void **state)
{
	(void)state;
	unsigned a = sleeper(wait_once), b = sleeper(wait_once);
	assert_int_equal(can(a), THREAD_BLOCKED);
	around.choice = 1;
	scree_i_pthread_cond_signal(&cond);
	assert_int_equal(event_back(0)->arg, b);
	assert_int_equal(around.choice_of, 2);
	assert_int_equal(can(a), THREAD_BLOCKED);
	EXPECT(0, scree_i_pthread_mutex_lock(&mutex));
	assert_int_equal(can(b), THREAD_BLOCKED);
	EXPECT(0, scree_i_pthread_mutex_unlock(&mutex));
	step(b);
	expect_event(OP_COND_REACQUIRE, 0);
	assert_int_equal(event_back(0)->addr, (uintptr_t)&mutex);
	finish(b);
	scree_i_pthread_cond_broadcast(&cond);
	scree_i_pthread_cond_destroy(&cond); /* who is awake does not need it */
	finish(a);
	assert_int_equal(result, 0);
}

static void test_signal_nobody(void **state)
{
	(void)state;
	scree_i_pthread_cond_signal(&cond);
	expect_event(OP_COND_SIGNAL, 0);
	assert_int_equal(event_back(0)->arg, NO_THREAD);
}

static void test_timed_wait(void **state)
{
	(void)state;
	unsigned a = sleeper(wait_timed), b = sleeper(wait_timed);
	assert_int_equal(can(a), THREAD_TIMEABLE);
	scree_i_pthread_cond_signal(&cond);
	assert_int_equal(can(a), THREAD_READY);
	finish(a);
	assert_int_equal(result, 0);
	step(b);
	expect_event(OP_COND_TIMEOUT, EV_TIMEOUT);
	assert_int_equal(sleepers_on(&cond), 0);
	finish(b);
	assert_int_equal(result, ETIMEDOUT);
	EXPECT(0, scree_i_pthread_mutex_lock(&mutex));
	EXPECT(EINVAL, scree_i_pthread_cond_timedwait(&cond, &mutex, &no_time));
	EXPECT(EINVAL,
	       scree_i_pthread_cond_clockwait(&cond, &mutex, CLOCK_THREAD_CPUTIME_ID, &long_ago));
	EXPECT(ETIMEDOUT,
	       scree_i_pthread_cond_clockwait(&cond, &mutex, CLOCK_MONOTONIC, &long_ago));
}

static void test_time_passes(void **state)
{
	(void)state;
	struct timespec later = {VIRTUAL_MONOTONIC + 5, 7};
	EXPECT(0, scree_i_pthread_mutex_lock(&mutex));
	EXPECT(ETIMEDOUT, scree_i_pthread_cond_clockwait(&cond, &mutex, CLOCK_MONOTONIC, &later));
	assert_int_equal(native(self)->clock_ns, 5000000007);
	EXPECT(0, scree_i_pthread_mutex_unlock(&mutex));
	unsigned t = sleeper(wait_once);
	assert_int_equal(around.threads[t].clock_ns, 5000000007); /* it had the mutex after us */
}

static void test_cond_misuse(void **state)
{
	(void)state;
	EXPECT_MISUSE("without holding", scree_i_pthread_cond_wait(&cond, &mutex));
	sleeper(wait_once);
	EXPECT_MISUSE("on which {T1} sleeps", scree_i_pthread_cond_destroy(&cond));
	EXPECT_MISUSE("on which {T1} sleeps", scree_i_pthread_cond_init(&cond, NULL));
	unsigned t = start(wait_with_other_mutex);
	step(t);
	step(t);
	expect_found("while {T1} waits on it with");
	other_mutex = (pthread_mutex_t)PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
	EXPECT(EPERM, scree_i_pthread_cond_wait(&cond, &other_mutex));
	other_mutex = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
	around_reset(NULL);
	EXPECT(0, scree_i_pthread_mutex_lock(&other_mutex));
	EXPECT(0, scree_i_pthread_mutex_lock(&other_mutex));
	EXPECT_MISUSE("locked 2 times", scree_i_pthread_cond_wait(&cond, &other_mutex));
	scree_i_pthread_cond_destroy(&cond);
	EXPECT_MISUSE("after pthread_cond_destroy", scree_i_pthread_cond_signal(&cond));
	memset(&cond, 0xa5, sizeof(cond));
	EXPECT_MISUSE("never initialised", scree_i_pthread_cond_broadcast(&cond));
	cnd_t zero = {{0}};
	EXPECT_MISUSE("never initialised", scree_i_cnd_signal(&zero));
}

static void sem_wait_once(void)
{
	result = scree_i_sem_wait(&sem);
}

static void sem_wait_timed(void)
{
	result = scree_i_sem_timedwait(&sem, &long_ago);
}

static void test_sem(void **state)
{
	(void)state;
	memset(&sem, 0, sizeof(sem));
	EXPECT_MISUSE("never initialised", scree_i_sem_post(&sem));
	EXPECT_REFUSED("sem_init", scree_i_sem_init(&sem, 1, 0));
	EXPECT(-1, scree_i_sem_init(&sem, 0, (unsigned)SEM_VALUE_MAX + 1));
	assert_int_equal(errno, EINVAL);
	EXPECT(0, scree_i_sem_init(&sem, 0, 0));
	unsigned a = start(sem_wait_once), timed = start(sem_wait_timed);
	assert_int_equal(can(a), THREAD_BLOCKED);
	assert_int_equal(can(timed), THREAD_TIMEABLE);
	EXPECT_MISUSE("for which {T1} waits", scree_i_sem_destroy(&sem));
	finish(timed);
	assert_true(result == -1 && errno == ETIMEDOUT);
	EXPECT(-1, scree_i_sem_timedwait(&sem, &no_time));
	assert_int_equal(errno, EINVAL);
	EXPECT(0, scree_i_sem_post(&sem));
	finish(a);
	assert_int_equal(result, 0);
	EXPECT(-1, scree_i_sem_trywait(&sem));
	assert_int_equal(errno, EAGAIN);
	expect_event(OP_SEM_TRYWAIT, EV_FAILED);
	EXPECT(0, scree_i_sem_destroy(&sem));
	EXPECT_MISUSE("after sem_destroy", scree_i_sem_wait(&sem));
	EXPECT(0, scree_i_sem_init(&sem, 0, SEM_VALUE_MAX));
	EXPECT(-1, scree_i_sem_post(&sem));
	assert_int_equal(errno, EOVERFLOW);
	int value = 0;
	EXPECT(0, scree_i_sem_getvalue(&sem, &value));
	assert_int_equal(value, SEM_VALUE_MAX);
	EXPECT_REFUSED("sem_open", scree_i_sem_open("/x", 0));
}

static void meet(void)
{
	if (scree_i_pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
		runs++;
}

static void meet_twice(void)
{
	meet();
	meet();
}

static void test_barrier(void **state)
{
	(void)state;
	EXPECT(EINVAL, scree_i_pthread_barrier_init(&barrier, NULL, 0));
	memset(&barrier, 0, sizeof(barrier));
	EXPECT_MISUSE("never initialised", scree_i_pthread_barrier_wait(&barrier));
	EXPECT(0, scree_i_pthread_barrier_init(&barrier, NULL, 2));
	unsigned a = start(meet_twice), b = start(meet_twice);
	step(a);
	expect_event(OP_BARRIER_ARRIVE, 0);
	assert_int_equal(can(a), THREAD_BLOCKED);
	EXPECT_MISUSE("at which {T1} waits", scree_i_pthread_barrier_destroy(&barrier));
	step(b);
	expect_event(OP_BARRIER_ARRIVE, EV_LAST);
	step(b);
	step(b); /* the next round begins before a has left the first */
	expect_event(OP_BARRIER_ARRIVE, 0);
	assert_int_equal(can(b), THREAD_BLOCKED);
	step(a);
	step(a);
	expect_event(OP_BARRIER_ARRIVE, EV_LAST);
	EXPECT(0, scree_i_pthread_barrier_destroy(&barrier)); /* all are awake */
	finish(a);
	finish(b);
	assert_int_equal(runs, 2);
}

static void count_run(void)
{
	runs++;
	op_simple(OP_YIELD, NULL, 0, 0, 0);
}

static void call_once_here(void)
{
	scree_i_pthread_once(&once, count_run);
}

static void call_itself(void)
{
	scree_i_pthread_once(&once, call_itself);
}

static void test_once(void **state)
{
	(void)state;
	unsigned a = start(call_once_here), b = start(call_once_here);
	step(a);
	expect_event(OP_ONCE_RUN, 0);
	assert_int_equal(can(b), THREAD_BLOCKED);
	finish(a);
	expect_event(OP_ONCE_DONE, 0);
	assert_int_equal(views[b].next.kind, OP_ONCE_RUN);
	finish(b);
	expect_event(OP_ONCE_PASS, 0);
	assert_int_equal(runs, 1);
	once = PTHREAD_ONCE_INIT;
	EXPECT_MISUSE("in its own function", scree_i_pthread_once(&once, call_itself));
	once = 77;
	EXPECT_MISUSE("never initialised", scree_i_pthread_once(&once, count_run));
}

static void construct(void)
{
	if (!scree_i___cxa_guard_acquire(&guard))
		return;
	op_simple(OP_YIELD, NULL, 0, 0, 0);
	if (runs++)
		scree_i___cxa_guard_release(&guard);
	else
		scree_i___cxa_guard_abort(&guard);
}

static void test_guard(void **state)
{
	(void)state;
	unsigned a = start(construct), b = start(construct), c = start(construct);
	step(a);
	assert_int_equal(can(b), THREAD_BLOCKED);
	finish(a);
	expect_event(OP_ONCE_DONE, EV_FAILED); /* it threw: the next one tries again */
	finish(b);
	expect_event(OP_ATOMIC_STORE, EV_ATOMIC);
	assert_int_equal(event_back(1)->kind, OP_ONCE_DONE);
	assert_int_equal(*(uint8_t *)&guard, 1);
	finish(c);
	expect_event(OP_ONCE_PASS, 0);
	assert_int_equal(runs, 2);
	guard = (struct guard){0};
	EXPECT(1, scree_i___cxa_guard_acquire(&guard));
	EXPECT_MISUSE("within itself", scree_i___cxa_guard_acquire(&guard));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup(test_wait, fresh),
	        cmocka_unit_test_setup(test_signal_nobody, fresh),
	        cmocka_unit_test_setup(test_timed_wait, fresh),
	        cmocka_unit_test_setup(test_time_passes, fresh),
	        cmocka_unit_test_setup(test_cond_misuse, fresh),
	        cmocka_unit_test_setup(test_sem, fresh),
	        cmocka_unit_test_setup(test_barrier, fresh),
	        cmocka_unit_test_setup(test_once, fresh),
	        cmocka_unit_test_setup(test_guard, fresh),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
