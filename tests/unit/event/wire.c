/* SPDX-License-Identifier: MIT */
/* Every decoder of the wire: what was encoded comes back, and noise never crashes. */
#include "tests/unit/unit.h"

#include "base/text.h"
#include "event/stopped.h"
#include "event/wire.h"

#include <string.h>

typedef bool decode_fn(struct reader *r);

static bool decode_config(struct reader *r)
{
	struct wire_config c;
	bool ok = wire_config_decode(r, &c);
	wire_config_release(&c);
	return ok;
}

static bool decode_hello(struct reader *r)
{
	struct wire_hello h;
	bool ok = wire_hello_decode(r, &h);
	mem_free(h.scree_version);
	return ok;
}

static bool decode_finding(struct reader *r)
{
	struct finding f;
	bool ok = finding_decode(r, &f);
	finding_release(&f);
	return ok;
}

static bool decode_done(struct reader *r)
{
	struct wire_done d;
	bool ok = wire_done_decode(r, &d);
	vec_release(&d.schedule);
	mem_free(d.divergence.what);
	return ok;
}

static bool decode_error(struct reader *r)
{
	struct wire_error e;
	bool ok = wire_error_decode(r, &e);
	mem_free(e.message);
	vec_release(&e.stack);
	return ok;
}

static bool decode_race(struct reader *r)
{
	struct race_record race;
	bool ok = race_decode(r, &race);
	race_release(&race);
	return ok;
}

static bool decode_stopped(struct reader *r)
{
	struct stopped s;
	bool ok = stopped_decode(r, &s);
	stopped_release(&s);
	return ok;
}

static struct choice choices[] = {{.n = 2, .value = 1}, {.kind = CHOICE_USER, .n = 9, .value = 4}};
static uint64_t pcs[] = {0x1234, 0x5678, 0x9abc};

static void encode_config(struct buf *b)
{
	char none[] = "", name[] = "libq.so", id[] = "00ff";
	struct code_module modules[] = {{none, none}, {name, id}};
	struct code_rule rules[] = {
	        {.kind = CODE_POINT, .lo = 1, .hi = 2, .module = CODE_ABSOLUTE, .thread = 3},
	        {.kind = CODE_WITHIN, .lo = 16, .hi = 99, .module = 1, .thread = NO_THREAD},
	};
	struct wire_config c = {.version = WIRE_VERSION,
	                        .schedule = SCHEDULE_FIXED,
	                        .seed = 3,
	                        .executions = UINT64_MAX,
	                        .page_fd = -1,
	                        .flags = WIRE_OS_THREADS,
	                        .stop_at = 1ull << 40,
	                        .races = RACES_PURE,
	                        .choices = {choices, 2, 2},
	                        .code = {{modules, 2, 2}, {rules, 2, 2}}};
	wire_config_encode(b, &c);
}

static void encode_hello(struct buf *b)
{
	char version[] = "1.2.3";
	struct wire_hello h = {.version = WIRE_VERSION, .pid = 77, .scree_version = version};
	wire_hello_encode(b, &h);
}

static void encode_finding(struct buf *b)
{
	char message[] = "{0x10} is held by {T1}", text[] = "freed here";
	struct note note = {.text = text, .thread = 1, .stack = {pcs, 3, 3}};
	struct finding f = {.kind = FINDING_DEADLOCK,
	                    .thread = 2,
	                    .addr = 0x10,
	                    .message = message,
	                    .stack = {pcs, 2, 2},
	                    .schedule = {choices, 2, 2},
	                    .preempted = {pcs, 1, 1},
	                    .execution = 5};
	f.notes.at = &note;
	f.notes.n = f.notes.cap = 1;
	finding_encode(b, &f);
}

static void encode_done(struct buf *b)
{
	char what[] = "thread";
	struct wire_done d = {.executions = 9, .exit_status = -1, .schedule = {choices, 2, 2}};
	d.counters[COUNT_COUNT - 1] = 4;
	d.space = (struct wire_space){.complete = 1,
	                              .bounded = 5,
	                              .estimated_usecs = 1.5,
	                              .guaranteed = 11,
	                              .repeated = 12,
	                              .bounds_done = 13};
	d.divergence =
	        (struct wire_divergence){.happened = 1, .index = 7, .what = what, .memory = 1};
	d.divergence.expected.kind = OP_COUNT;
	wire_done_encode(b, &d);
}

static void encode_error(struct buf *b)
{
	char message[] = "fork is not supported";
	struct wire_error e = {.message = message, .thread = 3, .stack = {pcs, 3, 3}};
	wire_error_encode(b, &e);
}

static void encode_race(struct buf *b)
{
	struct race_lock locks[] = {{.addr = 0x30, .kind = RACE_LOCK_RWLOCK, .shared = 1},
	                            {.addr = 0x40, .incarnation = 2}};
	struct race_record r = {.first = {.pc = 0x10, .thread = 1, .kind = OP_WRITE, .writes = 1},
	                        .second = {.pc = 0x20,
	                                   .thread = 2,
	                                   .kind = OP_READ,
	                                   .generation = 3,
	                                   .locks = {locks, 2, 2}},
	                        .addr = 0x50,
	                        .execution = 6,
	                        .flags = RACE_C11 | RACE_BOTH_ORDERS,
	                        .stack = {pcs, 3, 3}};
	race_encode(b, &r);
}

static void encode_stopped(struct buf *b)
{
	struct stopped_thread threads[] = {
	        {.id = 0, .status = THREAD_BLOCKED, .next.arg = 1, .stack = {pcs, 3, 3}},
	        {.id = 1, .status = THREAD_EXITED, .next.kind = OP_THREAD_EXIT},
	};
	struct stopped s = {.step = 12, .thread = 1, .threads = {threads, 2, 2}};
	stopped_encode(b, &s);
}

static const struct {
	void (*encode)(struct buf *);
	decode_fn *decode;
} formats[] = {
        {encode_config, decode_config},   {encode_hello, decode_hello},
        {encode_finding, decode_finding}, {encode_done, decode_done},
        {encode_error, decode_error},     {encode_race, decode_race},
        {encode_stopped, decode_stopped},
};

static void finding_round_trips(void **state)
{
	struct buf b = {0}, again = {0};
	struct finding f;
	(void)state;
	encode_finding(&b);
	struct reader r = {b.at, b.n, false};
	assert_true(finding_decode(&r, &f));
	assert_int_equal(r.left, 0);
	assert_int_equal(f.kind, FINDING_DEADLOCK);
	assert_int_equal(f.notes.n, 1);
	assert_string_equal(f.notes.at[0].text, "freed here");
	assert_int_equal(f.notes.at[0].thread, 1);
	assert_int_equal(f.notes.at[0].stack.at[2], 0x9abc);
	finding_encode(&again, &f);
	assert_int_equal(b.n, again.n);
	assert_memory_equal(b.at, again.at, b.n);
	finding_release(&f);
	buf_release(&b);
	buf_release(&again);
}

static void race_round_trips(void **state)
{
	struct buf b = {0}, again = {0};
	struct race_record race;
	(void)state;
	encode_race(&b);
	struct reader r = {b.at, b.n, false};
	assert_true(race_decode(&r, &race));
	assert_int_equal(r.left, 0);
	assert_int_equal(race.second.locks.n, 2);
	assert_int_equal(race.second.locks.at[0].shared, 1);
	assert_int_equal(race.second.locks.at[1].incarnation, 2);
	assert_int_equal(race.second.generation, 3);
	assert_int_equal(race.execution, 6);
	race_encode(&again, &race);
	assert_int_equal(b.n, again.n);
	assert_memory_equal(b.at, again.at, b.n);
	race_release(&race);
	buf_release(&b);
	buf_release(&again);
}

static void stopped_round_trips(void **state)
{
	struct buf b = {0}, again = {0};
	struct stopped s;
	(void)state;
	encode_stopped(&b);
	struct reader r = {b.at, b.n, false};
	assert_true(stopped_decode(&r, &s));
	assert_int_equal(s.step, 12);
	assert_int_equal(s.thread, 1);
	assert_int_equal(s.threads.n, 2);
	assert_int_equal(s.threads.at[0].status, THREAD_BLOCKED);
	assert_int_equal(s.threads.at[0].stack.at[2], 0x9abc);
	assert_int_equal(s.threads.at[1].next.kind, OP_THREAD_EXIT);
	stopped_encode(&again, &s);
	assert_int_equal(b.n, again.n);
	assert_memory_equal(b.at, again.at, b.n);
	stopped_release(&s);
	buf_release(&b);
	buf_release(&again);
}

static void bad_stops_are_refused(void **state)
{
	struct stopped_thread strange[] = {{.status = THREAD_EXITED + 1}, {.next.kind = OP_COUNT}};
	const struct stopped bad[] = {
	        {.step = 0},
	        {.step = 1, .threads = {&strange[0], 1, 1}},
	        {.step = 1, .threads = {&strange[1], 1, 1}},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct buf b = {0};
		stopped_encode(&b, &bad[i]);
		struct reader r = {b.at, b.n, false};
		assert_false(decode_stopped(&r));
		buf_release(&b);
	}
}

static void bad_races_are_refused(void **state)
{
	struct race_lock lock = {.kind = RACE_LOCK_KINDS};
	const struct race_record bad[] = {
	        {.first.kind = OP_COUNT},
	        {.second.thread = MAX_THREADS},
	        {.second.locks = {&lock, 1, 1}},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct buf b = {0};
		race_encode(&b, &bad[i]);
		struct reader r = {b.at, b.n, false};
		assert_false(decode_race(&r));
		buf_release(&b);
	}
}

static void done_and_config_round_trip(void **state)
{
	struct buf b = {0};
	struct wire_done d;
	struct wire_config c;
	(void)state;
	encode_done(&b);
	struct reader r = {b.at, b.n, false};
	assert_true(wire_done_decode(&r, &d));
	assert_int_equal(d.executions, 9);
	assert_int_equal(d.exit_status, -1);
	assert_int_equal(d.counters[COUNT_COUNT - 1], 4);
	assert_int_equal(d.space.complete, 1);
	assert_int_equal(d.space.bounded, 5);
	assert_true(d.space.estimated_usecs > 1.4);
	assert_int_equal(d.space.guaranteed, 11);
	assert_int_equal(d.space.repeated, 12);
	assert_int_equal(d.space.bounds_done, 13);
	assert_int_equal(d.divergence.index, 7);
	assert_int_equal(d.divergence.expected.kind, OP_COUNT);
	assert_string_equal(d.divergence.what, "thread");
	assert_int_equal(d.divergence.memory, 1);
	assert_memory_equal(d.schedule.at, choices, sizeof(choices));
	vec_release(&d.schedule);
	mem_free(d.divergence.what);
	buf_clear(&b);
	encode_config(&b);
	r = (struct reader){b.at, b.n, false};
	assert_true(wire_config_decode(&r, &c));
	assert_int_equal(c.page_fd, -1);
	assert_int_equal(c.races, RACES_PURE);
	assert_int_equal(c.flags, WIRE_OS_THREADS);
	assert_true(c.stop_at == 1ull << 40);
	assert_false(wire_config_says_fork(b.at, b.n));
	assert_true(c.executions == UINT64_MAX);
	assert_int_equal(c.choices.n, 2);
	wire_config_release(&c);
	buf_release(&b);
}

static void every_cut_is_refused(void **state)
{
	(void)state;
	for (size_t f = 0; f < ARRAY_SIZE(formats); f++) {
		struct buf b = {0};
		formats[f].encode(&b);
		for (size_t n = 0; n <= b.n; n++) {
			struct reader r = {b.at, n, false};
			assert_int_equal(formats[f].decode(&r), n == b.n);
		}
		buf_release(&b);
	}
}

static void noise_never_crashes(void **state)
{
	uint64_t seed = 5;
	(void)state;
	for (size_t f = 0; f < ARRAY_SIZE(formats); f++)
		for (int i = 0; i < 20000; i++) {
			struct buf b = {0};
			formats[f].encode(&b);
			bool all = i % 2;
			for (size_t k = all ? b.n : 1 + test_random(&seed) % 6; k--;)
				b.at[all ? k : test_random(&seed) % b.n] =
				        (uint8_t)test_random(&seed);
			struct reader r = {b.at, b.n, false};
			formats[f].decode(&r);
			buf_release(&b);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(finding_round_trips),
	        cmocka_unit_test(race_round_trips),
	        cmocka_unit_test(bad_races_are_refused),
	        cmocka_unit_test(stopped_round_trips),
	        cmocka_unit_test(bad_stops_are_refused),
	        cmocka_unit_test(done_and_config_round_trip),
	        cmocka_unit_test(every_cut_is_refused),
	        cmocka_unit_test(noise_never_crashes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
