/* SPDX-License-Identifier: MIT */
/* From a recording to a story: steps, reasons of switches, arrows, the slice, the headline. */
#include "tests/unit/report/story_record.h"

/* ---- steps ---- */

static void steps(void **state)
{
	struct record record, *r = &record;
	(void)state;
	record_init(r, 2, FINDING_ASSERTION);
	EVENT(0, WRITE, X);
	record_values(r, 3, 4);
	EVENT(1, READ, X);
	record_values(r, 4, -1);
	record_event(r, 1, OP_ATOMIC_CAS, Y, 0, EV_FAILED);
	record_values(r, 7, -1);
	record_event(r, 1, OP_COND_WAIT, C, M, 0);
	record_event(r, 0, OP_COND_SIGNAL, C, NO_THREAD, 0);
	record_event(r, 0, OP_MUTEX_TRYLOCK, M, 0, EV_FAILED);
	const struct story_run *run = record_tell(r);
	static const char *const texts[] = {
	        "writes 0x100000: 3 -> 4",
	        "reads 0x100000: 4",
	        "does not exchange 0x100010: 7",
	        "falls asleep on 0x100040 and unlocks 0x100020",
	        "signals 0x100040, which wakes nobody",
	        "cannot lock 0x100020",
	        "it failed",
	};
	assert_int_equal(run->steps.n, ARRAY_SIZE(texts));
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		assert_string_equal(run->steps.at[i].text, texts[i]);
	assert_true(vec_last(&run->steps)->failing);
	assert_string_equal(story_op_name(vec_last(&run->steps)), "finding");
	assert_int_not_equal(run->steps.at[3].releases, STORY_NONE);
	assert_int_equal(run->steps.at[5].acquires, STORY_NONE);
	assert_string_equal(r->story.headline, "it failed");
	record_release(r);
}

/* The operation that a finding ended is the last step, without values: it did not happen. */
static void failing_operation(void **state)
{
	struct record record, *r = &record;
	(void)state;
	record_init(r, 2, FINDING_USE_AFTER_FREE);
	r->finding.thread = 1;
	r->finding.addr = X;
	uint32_t freed = EVENT(0, FREE, X);
	struct thread_detail *t = &r->outcome.detail.threads.at[1];
	t->began = true;
	t->pending = (struct event){.thread = 1, .kind = OP_READ, .addr = X, .size = 4};
	t->bytes.n_before = 4;
	const struct story_run *run = record_tell(r);
	assert_int_equal(run->steps.n, 2);
	const struct story_step *last = vec_last(&run->steps);
	assert_true(last->failing && last->slice);
	assert_string_equal(last->text, "reads 0x100000, which is freed");
	assert_null(last->before);
	assert_int_equal(run->arrows.n, 1);
	assert_int_equal(run->arrows.at[0].kind, ARROW_FREE);
	assert_true(story_step(run, freed)->slice);
	assert_string_equal(r->story.headline, "T0 freed 0x100000, and T1 then read it");
	record_release(r);
}

static void long_execution(void **state)
{
	struct record record, *r = &record;
	(void)state;
	record_init(r, 1, FINDING_INFINITE_LOOP);
	for (int i = 0; i < STORY_STEPS_MAX + 5; i++)
		EVENT(0, READ, X);
	const struct story_run *run = record_tell(r);
	assert_int_equal(run->steps.n, STORY_STEPS_MAX + 1); /* and the finding */
	assert_int_equal(run->steps_in_all, STORY_STEPS_MAX + 6);
	record_release(r);
}

/* A worker may send anything: events of threads that there are not end the story. */
static void unknown_thread(void **state)
{
	struct record record, *r = &record;
	(void)state;
	record_init(r, 1, FINDING_ASSERTION);
	EVENT(0, READ, X);
	EVENT(7, READ, X);
	EVENT(0, READ, X);
	const struct story_run *run = record_tell(r);
	assert_int_equal(run->steps.n, 2);
	record_release(r);
}

/* ---- switches ---- */

struct reason_case {
	enum op_kind pending;
	enum thread_status status, to_status;
	bool asleep, preempts;
	enum story_reason reason;
	const char *text;
	bool waits;
};

static void reasons(void **state)
{
	static const struct reason_case cases[] = {
	        {OP_WRITE, THREAD_READY, THREAD_READY, false, true, SWITCH_PREEMPTED,
	         "T0 is preempted before it writes 0x100020", false},
	        {OP_MUTEX_LOCK, THREAD_BLOCKED, THREAD_READY, false, false, SWITCH_BLOCKED,
	         "T0 waits for 0x100020, which T1 holds", true},
	        {OP_COND_TIMEOUT, THREAD_BLOCKED, THREAD_READY, true, false, SWITCH_SLEEP,
	         "T0 sleeps until 0x100020 is signalled", true},
	        {OP_BARRIER_LEAVE, THREAD_BLOCKED, THREAD_READY, false, false, SWITCH_BLOCKED,
	         "T0 waits at 0x100020 for the others", true},
	        {OP_YIELD, THREAD_READY, THREAD_READY, false, false, SWITCH_YIELD, "T0 yields",
	         false},
	        {OP_THREAD_EXIT, THREAD_READY, THREAD_READY, false, false, SWITCH_EXIT,
	         "T0 is about to exit", false},
	        {OP_THREAD_EXIT, THREAD_EXITED, THREAD_READY, false, false, SWITCH_EXIT,
	         "T0 has exited", false},
	        {OP_READ, THREAD_SPINNING, THREAD_READY, false, false, SWITCH_SPIN,
	         "T0 goes round in a loop until another thread changes what it looks at", true},
	        {OP_YIELD, THREAD_READY, THREAD_TIMEABLE, false, false, SWITCH_TIMEOUT,
	         "T0 lets T1 go on, whose time has run out", false},
	        /* Turns that are drawn by lot are no choice of the schedule, but interrupt too. */
	        {OP_READ, THREAD_READY, THREAD_READY, false, false, SWITCH_PREEMPTED,
	         "T0 is preempted before it reads 0x100020", false},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct reason_case *c = &cases[i];
		struct record record, *r = &record;
		record_init(r, 2, FINDING_ASSERTION);
		EVENT(1, MUTEX_LOCK, M);
		EVENT(0, READ, X);
		struct switch_detail *s = record_switch(r, 0, 1, c->pending, M);
		s->status = (uint8_t)c->status;
		s->to_status = (uint8_t)c->to_status;
		s->asleep = c->asleep;
		s->preempts = c->preempts;
		EVENT(1, READ, Y);
		EVENT(0, WRITE, X);
		const struct story_run *run = record_tell(r);
		assert_int_equal(run->switches.n, 1);
		assert_int_equal(run->switches.at[0].step, 3);
		assert_string_equal(story_reason_name[run->switches.at[0].reason],
		                    story_reason_name[c->reason]);
		assert_string_equal(run->switches.at[0].text, c->text);
		assert_int_equal(run->waits.n, c->waits);
		if (c->waits) {
			assert_int_equal(run->waits.at[0].from, 3);
			assert_int_equal(run->waits.at[0].to, 4);
		}
		assert_int_equal(run->choices.n, c->to_status == THREAD_TIMEABLE);
		record_release(r);
	}
}

/* The n-th preemption of the schedule is the n-th that is said to be necessary, or not. */
static void necessary(void **state)
{
	struct record record, *r = &record;
	(void)state;
	record_init(r, 2, FINDING_ASSERTION);
	EVENT(0, READ, X);
	record_switch(r, 0, 1, OP_WRITE, X);
	EVENT(1, READ, X);
	record_switch(r, 1, 0, OP_YIELD, 0);
	EVENT(0, READ, X);
	record_switch(r, 0, 1, OP_WRITE, X);
	EVENT(1, READ, X);
	r->necessary[0] = NECESSARY_NO;
	r->necessary[1] = NECESSARY_YES;
	r->n_necessary = 2;
	const struct story_run *run = record_tell(r);
	static const uint8_t expected[] = {NECESSARY_NO, NECESSARY_UNKNOWN, NECESSARY_YES};
	assert_int_equal(run->switches.n, 3);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(run->switches.at[i].necessary, expected[i]);
	record_release(r);
}

/* Rounds of a loop that left no step: several switches become one, or none. */
static void silent_rounds(void **state)
{
	struct record record, *r = &record;
	(void)state;
	record_init(r, 3, FINDING_ASSERTION);
	EVENT(0, READ, X);
	record_switch(r, 0, 1, OP_WRITE, X);
	record_switch(r, 1, 2, OP_YIELD, 0);
	EVENT(2, READ, X);
	record_switch(r, 2, 0, OP_WRITE, X);
	record_switch(r, 0, 2, OP_YIELD, 0);
	EVENT(2, READ, X);
	const struct story_run *run = record_tell(r);
	assert_int_equal(run->switches.n, 1);
	assert_int_equal(run->switches.at[0].from, 0);
	assert_int_equal(run->switches.at[0].to, 2);
	record_release(r);
}

static void blocked_to_the_end(void **state)
{
	struct record record, *r = &record;
	(void)state;
	record_init(r, 2, FINDING_DEADLOCK);
	EVENT(0, MUTEX_LOCK, M);
	EVENT(1, MUTEX_LOCK, C);
	for (unsigned i = 0; i < 2; i++) {
		struct thread_detail *t = &r->outcome.detail.threads.at[i];
		t->status = THREAD_BLOCKED;
		t->pending = (struct event){.thread = (uint16_t)i,
		                            .kind = OP_MUTEX_LOCK,
		                            .addr = i ? M : C,
		                            .size = 40};
		vec_push(&t->held, (struct held_detail){i ? C : M, 0});
	}
	const struct story_run *run = record_tell(r);
	assert_int_equal(run->steps.n, 2); /* a deadlock is no step */
	assert_int_equal(run->threads.at[0].end, STORY_BLOCKED);
	assert_string_equal(run->threads.at[0].waits_for, "waits for 0x100040, which T1 holds");
	assert_string_equal(run->threads.at[1].waits_for, "waits for 0x100020, which T0 holds");
	assert_int_equal(run->waits.n, 2);
	assert_int_equal(run->waits.at[0].to, 0);
	assert_true(run->steps.at[0].slice && run->steps.at[1].slice);
	record_release(r);
}

/* ---- arrows ---- */

static bool has_arrow(const struct story_run *run, uint32_t from, uint32_t to,
                      enum story_arrow_kind kind)
{
	for (size_t i = 0; i < run->arrows.n; i++)
		if (run->arrows.at[i].from == from && run->arrows.at[i].to == to &&
		    run->arrows.at[i].kind == kind)
			return true;
	return false;
}

static void arrows_of_memory(void **state)
{
	struct record record, *r = &record;
	(void)state;
	record_init(r, 3, FINDING_ASSERTION);
	uint32_t a = EVENT(1, WRITE, X);
	uint32_t b = EVENT(2, READ, X); /* nothing orders them */
	uint32_t c = EVENT(1, WRITE, X);
	EVENT(1, MUTEX_LOCK, M);
	uint32_t d = EVENT(1, WRITE, Y);
	uint32_t unlock = EVENT(1, MUTEX_UNLOCK, M);
	uint32_t lock = EVENT(2, MUTEX_LOCK, M);
	uint32_t e = EVENT(2, READ, Y); /* the lock does */
	uint32_t f = EVENT(1, ATOMIC_STORE, C);
	uint32_t g = EVENT(2, ATOMIC_LOAD, C); /* atomic accesses do not race */
	const struct story_run *run = record_tell(r);
	assert_true(has_arrow(run, a, b, ARROW_RACE));
	assert_true(has_arrow(run, b, c, ARROW_RACE));
	assert_false(has_arrow(run, a, c, ARROW_RACE)); /* the same thread */
	assert_true(has_arrow(run, d, e, ARROW_CONFLICT));
	assert_true(has_arrow(run, unlock, lock, ARROW_LOCK));
	assert_true(has_arrow(run, f, g, ARROW_CONFLICT));
	assert_int_equal(run->arrows.n, 5);
	record_release(r);
}

static void arrows_of_synchronization(void **state)
{
	struct record record, *r = &record;
	(void)state;
	record_init(r, 3, FINDING_ASSERTION);
	uint32_t create = record_event(r, 0, OP_THREAD_CREATE, 0, 1, 0);
	uint32_t begin = EVENT(1, THREAD_BEGIN, 0);
	record_event(r, 1, OP_COND_WAIT, C, M, 0);
	uint32_t signal = record_event(r, 0, OP_COND_SIGNAL, C, 1, 0);
	uint32_t woken = record_event(r, 1, OP_COND_REACQUIRE, M, C, 0);
	record_event(r, 2, OP_FUTEX_WAIT, Y, 0, EV_FAILED);
	record_event(r, 0, OP_COND_BROADCAST, Y, 0, 0);
	EVENT(2, READ, X); /* did not sleep: nobody woke it */
	uint32_t gone = EVENT(1, THREAD_EXIT, 0);
	uint32_t join = record_event(r, 0, OP_THREAD_JOIN, 0, 1, 0);
	const struct story_run *run = record_tell(r);
	assert_true(has_arrow(run, create, begin, ARROW_CREATE));
	assert_true(has_arrow(run, signal, woken, ARROW_WAKE));
	assert_true(has_arrow(run, gone, join, ARROW_JOIN));
	assert_int_equal(run->arrows.n, 3);
	assert_int_equal(run->threads.at[1].created_by, create);
	record_release(r);
}

/* ---- the slice, and the headline ---- */

/* counter++ in two threads: one is lost. What they do with Y and elsewhere does not matter. */
static void lost_update(void **state)
{
	struct record record, *r = &record;
	(void)state;
	record_init(r, 3, FINDING_ASSERTION);
	uint32_t create = record_event(r, 0, OP_THREAD_CREATE, 0, 1, 0);
	record_event(r, 0, OP_THREAD_CREATE, 0, 2, 0);
	EVENT(1, THREAD_BEGIN, 0);
	uint32_t own = EVENT(1, WRITE, Y);
	uint32_t seen = EVENT(1, READ, X);
	record_switch(r, 1, 2, OP_WRITE, X);
	EVENT(2, THREAD_BEGIN, 0);
	uint32_t other_seen = EVENT(2, READ, X);
	uint32_t other = EVENT(2, WRITE, X);
	uint32_t elsewhere = EVENT(2, WRITE, C);
	record_switch(r, 2, 1, OP_YIELD, 0);
	uint32_t lost = EVENT(1, WRITE, X);
	record_switch(r, 1, 0, OP_YIELD, 0);
	uint32_t looks = EVENT(0, READ, X);
	const struct story_run *run = record_tell(r);
	const uint32_t in[] = {create, seen, other_seen, other, lost, looks};
	const uint32_t out[] = {own, elsewhere};
	for (size_t i = 0; i < ARRAY_SIZE(in); i++)
		if (!story_step(run, in[i])->slice)
			fail_msg("step %u is missing", in[i]);
	for (size_t i = 0; i < ARRAY_SIZE(out); i++)
		if (story_step(run, out[i])->slice)
			fail_msg("step %u does not matter", out[i]);
	assert_string_equal(r->story.headline,
	                    "T1 was preempted, while T2 wrote 0x100000; then: it failed");
	record_release(r);
}

/* Where nobody else touches what a thread works with, a preemption is not the reason. */
static void no_interruption(void **state)
{
	struct record record, *r = &record;
	(void)state;
	record_init(r, 2, FINDING_ASSERTION);
	EVENT(0, READ, X);
	record_switch(r, 0, 1, OP_WRITE, X);
	EVENT(1, WRITE, Y);
	record_switch(r, 1, 0, OP_YIELD, 0);
	EVENT(0, WRITE, X);
	record_tell(r);
	assert_string_equal(r->story.headline, "it failed");
	record_release(r);
}

static void lost_wakeup(void **state)
{
	struct record record, *r = &record;
	(void)state;
	record_init(r, 2, FINDING_LOST_WAKEUP);
	EVENT(0, MUTEX_LOCK, M);
	uint32_t signal = record_event(r, 1, OP_COND_SIGNAL, C, NO_THREAD, 0);
	uint32_t wait = record_event(r, 0, OP_COND_WAIT, C, M, 0);
	struct switch_detail *s = record_switch(r, 0, 1, OP_COND_REACQUIRE, M);
	s->status = THREAD_BLOCKED;
	s->asleep = true;
	s->preempts = false;
	s->pending.arg = C;
	EVENT(1, THREAD_EXIT, 0);
	struct thread_detail *t = &r->outcome.detail.threads.at[0];
	t->status = THREAD_BLOCKED;
	t->asleep = true;
	t->pending = s->pending;
	r->outcome.detail.threads.at[1].status = THREAD_EXITED;
	const struct story_run *run = record_tell(r);
	assert_true(story_step(run, signal)->slice);
	assert_true(story_step(run, wait)->slice);
	assert_string_equal(run->threads.at[0].waits_for, "sleeps until 0x100040 is signalled");
	assert_string_equal(r->story.headline,
	                    "T1 signalled 0x100040 before T0 fell asleep on it, and nobody is left "
	                    "to wake it");
	record_release(r);
}

/* ---- names ---- */

static void names_are_unique(void **state)
{
	struct story s = {0};
	(void)state;
	index_init(&s.by_addr);
	index_init(&s.by_name);
	uint32_t a = story_object(&s, 16, OBJECT_HEAP, false, str_copy("head->next"));
	uint32_t b = story_object(&s, 32, OBJECT_HEAP, false, str_copy("head->next"));
	uint32_t c = story_object(&s, 48, OBJECT_HEAP, false, str_copy("head->next"));
	uint32_t d = story_object(&s, 32, OBJECT_MUTEX, false, str_copy("head->next"));
	assert_string_equal(s.objects.at[a].name, "head->next");
	assert_string_equal(s.objects.at[b].name, "head->next #2");
	assert_string_equal(s.objects.at[c].name, "head->next #3");
	assert_string_equal(s.objects.at[d].name, "head->next #2"); /* the same memory */
	assert_int_equal(story_object_find(&s, 32, ROLE_MEMORY), b);
	assert_int_equal(story_object_find(&s, 32, ROLE_SYNC), d);
	assert_int_equal(story_object_find(&s, 64, ROLE_MEMORY), STORY_NONE);
	story_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(steps),
	        cmocka_unit_test(failing_operation),
	        cmocka_unit_test(long_execution),
	        cmocka_unit_test(unknown_thread),
	        cmocka_unit_test(reasons),
	        cmocka_unit_test(necessary),
	        cmocka_unit_test(silent_rounds),
	        cmocka_unit_test(blocked_to_the_end),
	        cmocka_unit_test(arrows_of_memory),
	        cmocka_unit_test(arrows_of_synchronization),
	        cmocka_unit_test(lost_update),
	        cmocka_unit_test(no_interruption),
	        cmocka_unit_test(lost_wakeup),
	        cmocka_unit_test(names_are_unique),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
