/* SPDX-License-Identifier: MIT */
/*
 * Futexes, as the kernel has them: results and error numbers were compared with it.
 *
 * A wait reads the word and falls asleep in one step. A wake is one event for each thread
 * that it wakes, all of them one step; where it leaves some asleep, which ones is a choice,
 * because the kernel promises no order. Words are never looked at by a wake: programs
 * rightly wake on memory that its new owner may have freed, so those events have size 0.
 *
 * Private and shared futexes are the same thing within one process.
 */
#include "runtime/intercept/sync.h"
#include "runtime/intercept/families.h"

#include <errno.h>
#include <linux/futex.h>

/* The bits that a sleeper waits for, by thread id. */
static EXEC_STATE uint32_t wait_bits[MAX_THREADS];

enum thread_status futex_return_can_run(const struct thread *t, const struct event *pending)
{
	(void)pending;
	return t->asleep ? THREAD_BLOCKED : THREAD_READY;
}

enum thread_status futex_timeout_can_run(const struct thread *t, const struct event *pending)
{
	(void)pending;
	return t->asleep ? THREAD_TIMEABLE : THREAD_READY;
}

static long futex_fail(int error)
{
	errno = error;
	return -1;
}

static bool is_futex(const uint32_t *word)
{
	return (uintptr_t)word % sizeof(*word) == 0;
}

/* -------------------------------------------------------------------- wait */

/* Sleeps if *word is value; the deadline, if any, has been checked. */
static long futex_wait(const struct futex_args *a, uint32_t bits, const struct deadline *deadline,
                       uintptr_t pc)
{
	if (!bits || !is_futex(a->word))
		return futex_fail(EINVAL);
	op_begin(OP_FUTEX_WAIT, a->word, sizeof(*a->word), a->value, pc);
	memory_check(a->word, sizeof(*a->word), false, pc);
	if (*a->word != a->value) {
		op_end(EV_FAILED);
		return futex_fail(EAGAIN);
	}
	thread_sleep(a->word, deadline->timed);
	wait_bits[self->id] = bits;
	op_end(0);

	op_begin(deadline->timed ? OP_FUTEX_TIMEOUT : OP_FUTEX_RETURN, a->word, 0, 0, pc);
	if (op_kind_now() == OP_FUTEX_RETURN) {
		op_end(0);
		return 0;
	}
	sleep_over();
	clock_reach(deadline->clock, &deadline->at);
	op_end(EV_TIMEOUT);
	return futex_fail(ETIMEDOUT);
}

/* The kernel's view of a time-out: no negative seconds either. */
static bool read_timeout(const struct futex_args *a, clockid_t clock, struct deadline *out,
                         uintptr_t pc)
{
	if (!a->timeout)
		return true;
	*out = deadline_read(clock, (const struct timespec *)a->timeout, pc);
	return deadline_valid(out) && out->at.tv_sec >= 0;
}

/* -------------------------------------------------------------------- wake */

/* The k-th sleeper on word that waits for one of the bits, or NULL. */
static struct thread *matching(const uint32_t *word, uint32_t bits, unsigned k)
{
	struct thread *t;
	for (unsigned i = 0; (t = sleeper_on(word, i)); i++)
		if ((wait_bits[t->id] & bits) && k-- == 0)
			return t;
	return NULL;
}

static unsigned matching_count(const uint32_t *word, uint32_t bits)
{
	unsigned n = 0;
	while (matching(word, bits, n))
		n++;
	return n;
}

/* One of the sleepers: a choice only where some are to be left out. Within an operation. */
static struct thread *pick(const uint32_t *word, uint32_t bits, unsigned wanted)
{
	unsigned n = matching_count(word, bits);
	return matching(word, bits, wanted < n ? op_choose(CHOICE_WAITER, n) : 0);
}

/* One event: wakes a sleeper, if there is one. */
static bool wake_one(const uint32_t *word, uint32_t bits, unsigned wanted, uintptr_t pc)
{
	op_begin(OP_FUTEX_WAKE, word, 0, NO_THREAD, pc);
	struct thread *t = pick(word, bits, wanted);
	if (t) {
		thread_wake(t, OP_FUTEX_RETURN, word, 0, 0);
		clock_pass(t, native(self)->clock_ns);
		op_arg(t->id);
	}
	op_end(0);
	return t != NULL;
}

/* How many were woken. As in the kernel, less than one means one. */
static unsigned wake_many(const uint32_t *word, int wanted, uint32_t bits, uintptr_t pc)
{
	unsigned most = wanted < 1 ? 1 : (unsigned)wanted;
	if (!wake_one(word, bits, most, pc))
		return 0;
	unsigned woken = 1;
	/* The rest belongs to the same step: nobody can fall asleep in between and be woken too. */
	self->no_preempt++;
	while (woken < most && matching(word, bits, 0)) {
		wake_one(word, bits, most - woken, pc);
		woken++;
	}
	self->no_preempt--;
	return woken;
}

static long futex_wake(const struct futex_args *a, uint32_t bits, uintptr_t pc)
{
	if (!bits || !is_futex(a->word))
		return futex_fail(EINVAL);
	return wake_many(a->word, (int)a->value, bits, pc);
}

/* ----------------------------------------------------------------- requeue */

/* t sleeps on, but on another word. */
static void move_sleeper(struct thread *t, const uint32_t *to)
{
	thread_wake(t, t->timed ? OP_FUTEX_TIMEOUT : OP_FUTEX_RETURN, to, 0, 0);
	t->asleep = 1;
	t->sleep_addr = (uintptr_t)to;
}

static unsigned move_many(const struct futex_args *a, unsigned wanted, uintptr_t pc)
{
	unsigned moved = 0, n = matching_count(a->word, FUTEX_BITSET_MATCH_ANY);
	op_begin(OP_FUTEX_REQUEUE, a->word2, 0, (uintptr_t)a->word, pc);
	for (; moved < wanted && moved < n; moved++)
		if (a->word != a->word2)
			move_sleeper(pick(a->word, FUTEX_BITSET_MATCH_ANY, wanted - moved),
			             a->word2);
	op_end(0);
	return moved;
}

static long futex_requeue(const struct futex_args *a, bool compare, uintptr_t pc)
{
	int wake = (int)a->value, move = (int)a->timeout;
	if (wake < 0 || move < 0 || !is_futex(a->word) || !is_futex(a->word2))
		return futex_fail(EINVAL);
	op_begin(OP_FUTEX_REQUEUE, a->word, compare ? sizeof(*a->word) : 0, (uintptr_t)a->word2,
	         pc);
	if (compare) {
		memory_check(a->word, sizeof(*a->word), false, pc);
		if (*a->word != a->value3) {
			op_end(EV_FAILED);
			return futex_fail(EAGAIN);
		}
	}
	op_end(0);
	self->no_preempt++;
	unsigned woken = 0;
	if (wake && matching(a->word, FUTEX_BITSET_MATCH_ANY, 0))
		woken = wake_many(a->word, wake, FUTEX_BITSET_MATCH_ANY, pc);
	unsigned moved = move_many(a, (unsigned)move, pc);
	self->no_preempt--;
	return woken + moved;
}

/* ----------------------------------------------------------------- wake-op */

/* Bits 12 to 23, and 0 to 11, as signed numbers. */
static int32_t high_operand(uint32_t code)
{
	return (int32_t)(code << 8) >> 20;
}

static int32_t low_operand(uint32_t code)
{
	return (int32_t)(code << 20) >> 20;
}

static bool wake_op_apply(uint32_t code, uint32_t old, uint32_t *result)
{
	uint32_t operand = (uint32_t)high_operand(code);
	if (code >> 31 & 1)
		operand = 1u << (operand & 31);
	switch (code >> 28 & 7) {
	case FUTEX_OP_SET:
		*result = operand;
		return true;
	case FUTEX_OP_ADD:
		*result = old + operand;
		return true;
	case FUTEX_OP_OR:
		*result = old | operand;
		return true;
	case FUTEX_OP_ANDN:
		*result = old & ~operand;
		return true;
	case FUTEX_OP_XOR:
		*result = old ^ operand;
		return true;
	}
	return false;
}

static bool wake_op_compare(uint32_t code, uint32_t found, bool *result)
{
	int32_t old = (int32_t)found, with = low_operand(code);
	const bool answers[] = {
	        [FUTEX_OP_CMP_EQ] = old == with,
	        [FUTEX_OP_CMP_NE] = old != with,
	        [FUTEX_OP_CMP_LT] =
	                old<with, [FUTEX_OP_CMP_LE] = old <= with, [FUTEX_OP_CMP_GT] = old> with,
	        [FUTEX_OP_CMP_GE] = old >= with,
	};
	uint32_t compare = code >> 24 & 15;
	if (compare >= ARRAY_SIZE(answers))
		return false;
	*result = answers[compare];
	return true;
}

static long futex_wake_op(const struct futex_args *a, uintptr_t pc)
{
	uint32_t changed;
	bool second;
	if (!is_futex(a->word) || !is_futex(a->word2))
		return futex_fail(EINVAL);
	op_begin(OP_ATOMIC_RMW, a->word2, sizeof(*a->word2), __ATOMIC_SEQ_CST, pc);
	memory_check(a->word2, sizeof(*a->word2), true, pc);
	if (!wake_op_apply(a->value3, *a->word2, &changed) ||
	    !wake_op_compare(a->value3, *a->word2, &second)) {
		op_end(EV_ATOMIC | EV_FAILED);
		return futex_fail(ENOSYS);
	}
	*a->word2 = changed;
	op_end(EV_ATOMIC);
	self->no_preempt++;
	unsigned woken = wake_many(a->word, (int)a->value, FUTEX_BITSET_MATCH_ANY, pc);
	if (second)
		woken += wake_many(a->word2, (int)a->timeout, FUTEX_BITSET_MATCH_ANY, pc);
	self->no_preempt--;
	return woken;
}

/* ---------------------------------------------------------------- dispatch */

static long wait_relative(const struct futex_args *a, uintptr_t pc)
{
	struct deadline d = {0};
	if (!read_timeout(a, CLOCK_MONOTONIC, &d, pc))
		return futex_fail(EINVAL);
	if (d.timed)
		d = deadline_after(&d.at);
	return futex_wait(a, FUTEX_BITSET_MATCH_ANY, &d, pc);
}

static long wait_bitset(const struct futex_args *a, uintptr_t pc)
{
	struct deadline d = {0};
	clockid_t clock = a->op & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
	if (!read_timeout(a, clock, &d, pc))
		return futex_fail(EINVAL);
	return futex_wait(a, a->value3, &d, pc);
}

long futex_call(const struct futex_args *a, uintptr_t pc)
{
	int command = a->op & FUTEX_CMD_MASK;
	if ((a->op & FUTEX_CLOCK_REALTIME) && command != FUTEX_WAIT_BITSET &&
	    command != FUTEX_WAIT_REQUEUE_PI && command != FUTEX_LOCK_PI2)
		return futex_fail(ENOSYS);
	switch (command) {
	case FUTEX_WAIT:
		return wait_relative(a, pc);
	case FUTEX_WAIT_BITSET:
		return wait_bitset(a, pc);
	case FUTEX_WAKE:
		return futex_wake(a, FUTEX_BITSET_MATCH_ANY, pc);
	case FUTEX_WAKE_BITSET:
		return futex_wake(a, a->value3, pc);
	case FUTEX_REQUEUE:
		return futex_requeue(a, false, pc);
	case FUTEX_CMP_REQUEUE:
		return futex_requeue(a, true, pc);
	case FUTEX_WAKE_OP:
		return futex_wake_op(a, pc);
	case FUTEX_LOCK_PI:
	case FUTEX_LOCK_PI2:
	case FUTEX_UNLOCK_PI:
	case FUTEX_TRYLOCK_PI:
	case FUTEX_WAIT_REQUEUE_PI:
	case FUTEX_CMP_REQUEUE_PI:
		unsupported("syscall(SYS_futex) with a priority-inheriting operation", pc);
	}
	return futex_fail(ENOSYS);
}
