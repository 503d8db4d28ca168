/* SPDX-License-Identifier: MIT */
/* Futexes against what the kernel returns, and the reports of executions that are stuck. */
#include "tests/unit/runtime/sync_around.h"

static uint32_t word, word2;
static long result;
static uint32_t bits;

static long futex(uint32_t *where, int op, uint32_t value, uintptr_t timeout, uint32_t value3)
{
	struct futex_args a = {where, op, value, timeout, &word2, value3};
	return futex_call(&a, 0);
}

static void expect_errno(int error, long got)
{
	assert_int_equal(got, -1);
	assert_int_equal(errno, error);
}

static int fresh(void **state)
{
	word = word2 = 0;
	result = -2;
	bits = FUTEX_BITSET_MATCH_ANY;
	return around_reset(state);
}

static void wait_here(void)
{
	result = futex(&word, FUTEX_WAIT_PRIVATE, 0, 0, 0);
}

static void wait_bits_here(void)
{
	result = futex(&word, FUTEX_WAIT_BITSET, 0, 0, bits);
}

static void wait_timed(void)
{
	static const struct timespec span = {2, 0};
	result = futex(&word, FUTEX_WAIT, 0, (uintptr_t)&span, 0);
}

static unsigned sleeper(void (*fn)(void))
{
	unsigned t = start(fn);
	step(t);
	expect_event(OP_FUTEX_WAIT, 0);
	return t;
}

static void test_errors(void **state)
{
	(void)state;
	static const struct timespec no_time = {0, 1000000000}, negative = {-1, 0};
	expect_errno(EAGAIN, futex(&word, FUTEX_WAIT, 1, 0, 0));
	expect_event(OP_FUTEX_WAIT, EV_FAILED);
	expect_errno(EINVAL, futex(&word, FUTEX_WAIT, 1, (uintptr_t)&no_time, 0));
	expect_errno(EINVAL, futex(&word, FUTEX_WAIT, 0, (uintptr_t)&negative, 0));
	expect_errno(EINVAL, futex((uint32_t *)((char *)&word + 1), FUTEX_WAIT, 0, 0, 0));
	expect_errno(EINVAL, futex((uint32_t *)((char *)&word + 1), FUTEX_WAKE, 0, 0, 0));
	expect_errno(EINVAL, futex(&word, FUTEX_WAIT_BITSET, 0, 0, 0));
	expect_errno(EINVAL, futex(&word, FUTEX_WAKE_BITSET, 0, 0, 0));
	expect_errno(ENOSYS, futex(&word, FUTEX_WAKE | FUTEX_CLOCK_REALTIME, 1, 0, 0));
	expect_errno(ENOSYS, futex(&word, 99, 1, 0, 0));
	expect_errno(ENOSYS, futex(&word, FUTEX_FD, 1, 0, 0));
	expect_errno(EAGAIN, futex(&word, FUTEX_CMP_REQUEUE, 1, 1, 7));
	expect_errno(EINVAL, futex(&word, FUTEX_REQUEUE, (uint32_t)-1, 1, 7));
	expect_errno(EINVAL, futex(&word, FUTEX_REQUEUE, 1, (uintptr_t)-1, 7));
	expect_errno(ENOSYS, futex(&word, FUTEX_WAKE_OP, 1, 1, 0x60000000));
	expect_errno(ENOSYS, futex(&word, FUTEX_WAKE_OP, 1, 1, 0x0f000000));
	EXPECT_REFUSED("SYS_futex", futex(&word, FUTEX_LOCK_PI, 0, 0, 0));
}

static void test_wake(void **state)
{
	(void)state;
	unsigned a = sleeper(wait_here), b = sleeper(wait_here), c = sleeper(wait_here);
	around.choice = 2;
	EXPECT(1, futex(&word, FUTEX_WAKE, 0, 0, 0)); /* the kernel takes 0 for 1 */
	assert_int_equal(event_back(0)->arg, c);
	assert_int_equal(around.choice_of, 3);
	assert_int_equal(can(a), THREAD_BLOCKED);
	finish(c);
	assert_int_equal(result, 0);
	around.choices = 0;
	EXPECT(2, futex(&word, FUTEX_WAKE, 5, 0, 0));
	assert_int_equal(around.choices, 0); /* all of them: nothing to choose */
	assert_int_equal(event_back(1)->arg, a);
	assert_int_equal(event_back(0)->arg, b);
	EXPECT(0, futex(&word, FUTEX_WAKE, 5, 0, 0));
	assert_int_equal(event_back(0)->arg, NO_THREAD);
}

static void test_bits(void **state)
{
	(void)state;
	bits = 1;
	sleeper(wait_bits_here);
	bits = 2;
	unsigned b = sleeper(wait_bits_here);
	EXPECT(0, futex(&word, FUTEX_WAKE_BITSET, 9, 0, 4));
	EXPECT(1, futex(&word, FUTEX_WAKE_BITSET, 9, 0, 6));
	assert_int_equal(event_back(0)->arg, b);
	EXPECT(1, futex(&word, FUTEX_WAKE, 9, 0, 0));
}

static void test_timeout(void **state)
{
	(void)state;
	unsigned a = sleeper(wait_timed), b = sleeper(wait_timed);
	assert_int_equal(can(a), THREAD_TIMEABLE);
	step(a);
	expect_event(OP_FUTEX_TIMEOUT, EV_TIMEOUT);
	assert_int_equal(around.threads[a].clock_ns, 2000000000);
	expect_errno(ETIMEDOUT, result);
	EXPECT(1, futex(&word, FUTEX_WAKE, 9, 0, 0));
	finish(b);
	assert_int_equal(result, 0);
}

static void test_requeue(void **state)
{
	(void)state;
	unsigned a = sleeper(wait_here), b = sleeper(wait_timed), c = sleeper(wait_here);
	EXPECT(3, futex(&word, FUTEX_CMP_REQUEUE, 1, 2, 0));
	assert_int_equal(can(a), THREAD_READY);
	assert_int_equal(can(b), THREAD_TIMEABLE);
	assert_int_equal(can(c), THREAD_BLOCKED);
	assert_int_equal(views[b].next.addr, (uintptr_t)&word2);
	EXPECT(0, futex(&word, FUTEX_WAKE, 9, 0, 0));
	EXPECT(2, futex(&word2, FUTEX_WAKE, 9, 0, 0));
	finish(a);
	finish(b);
	finish(c);
}

static void test_wake_op(void **state)
{
	(void)state;
	unsigned a = sleeper(wait_here);
	EXPECT(1, futex(&word, FUTEX_WAKE_OP, 1, 1,
	                FUTEX_OP(FUTEX_OP_ADD, (uint32_t)-5, FUTEX_OP_CMP_EQ, 0)));
	assert_int_equal((int)word2, -5);
	finish(a);
	EXPECT(0, futex(&word, FUTEX_WAKE_OP, 1, 1,
	                FUTEX_OP(((uint32_t)FUTEX_OP_SET | 8), 37, FUTEX_OP_CMP_LT, 0)));
	assert_int_equal(word2, 32);
}

/* ------------------------------------------------------------------- stuck */

static pthread_mutex_t left, right;
static pthread_cond_t cond;

static void left_right(void)
{
	scree_i_pthread_mutex_lock(&left);
	scree_i_pthread_mutex_lock(&right);
}

static void right_left(void)
{
	scree_i_pthread_mutex_lock(&right);
	scree_i_pthread_mutex_lock(&left);
}

static void wait_on_cond(void)
{
	scree_i_pthread_mutex_lock(&left);
	scree_i_pthread_cond_wait(&cond, &left);
}

static int fresh_locks(void **state)
{
	left = right = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	cond = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
	return fresh(state);
}

/* Thread 0 joins the other one; then nobody can run. */
static void expect_stuck(enum finding_kind kind, const char *text)
{
	if (!setjmp(around.jump))
		op_begin(OP_THREAD_JOIN, NULL, 0, 1, 0);
	expect_found_kind(kind, text);
}

static void test_cycle(void **state)
{
	(void)state;
	char text[200];
	unsigned a = start(left_right), b = start(right_left);
	step(a);
	step(b);
	snprintf(text, sizeof(text), "{T1} holds {0x%lx} and waits for mutex {0x%lx}, {T2} holds",
	         (unsigned long)(uintptr_t)&left, (unsigned long)(uintptr_t)&right);
	expect_stuck(FINDING_DEADLOCK, text);
	uint16_t cycle[MAX_THREADS];
	size_t n;
	assert_true(deadlock_cycle(cycle, &n));
	assert_int_equal(n, 2);
	assert_int_equal(cycle[0], a);
	assert_int_equal(cycle[1], b);
	assert_int_equal(around.finding.thread, a);
	assert_int_equal(around.n_notes, 5); /* three who wait, two who hold */
}

static void test_lost_wakeup(void **state)
{
	(void)state;
	unsigned a = start(wait_on_cond);
	step(a);
	step(a);
	expect_stuck(FINDING_LOST_WAKEUP, "{T1} sleeps on condition variable");
	assert_non_null(strstr(around.message, "{T0} waits for {T1} to exit"));
	assert_int_equal(around.finding.thread, a);
}

static void test_holder_is_gone(void **state)
{
	(void)state;
	unsigned b = start(left_right), a = start(left_right);
	finish(a);
	views[0].next = (struct event){.kind = OP_THREAD_JOIN, .arg = b};
	expect_stuck(FINDING_DEADLOCK, ", held by {T2}, which has exited");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup(test_errors, fresh),
	        cmocka_unit_test_setup(test_wake, fresh),
	        cmocka_unit_test_setup(test_bits, fresh),
	        cmocka_unit_test_setup(test_timeout, fresh),
	        cmocka_unit_test_setup(test_requeue, fresh),
	        cmocka_unit_test_setup(test_wake_op, fresh),
	        cmocka_unit_test_setup(test_cycle, fresh_locks),
	        cmocka_unit_test_setup(test_lost_wakeup, fresh_locks),
	        cmocka_unit_test_setup(test_holder_is_gone, fresh_locks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
