/* SPDX-License-Identifier: MIT */
/* The board word by word, on simulated searches, at several sizes of a terminal. */
#include "tests/unit/jobs/deepening_sim.h"

#include "base/text.h"
#include "cli/live/board_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOCKS (PP_BIT(PP_CREATE) | PP_BIT(PP_LOCK) | PP_BIT(PP_UNLOCK))

/* Too large for its budget, with a race that a small job tests. */
static void start(struct sim *s, const struct sim_program *p, unsigned steps)
{
	sim_init(s, p, &(struct deepening_options){.slots = 2, .races = true, .budget_ms = 2000},
	         3);
	sim_start(s);
	for (unsigned i = 0; i < steps; i++)
		sim_step(s, 50);
}

static struct board_view view_of(const struct sim *s, struct symbols *symbols)
{
	return (struct board_view){
	        .jobs = &s->d, .symbols = symbols, .elapsed_s = (double)s->now_ms / 1000};
}

static struct sim_program large_program(void)
{
	struct sim_program p = {.used = LOCKS, .base = 40, .growth = 7, .noise = 1, .n_races = 1};
	p.races[0] = (struct sim_race){.first = 0x401136,
	                               .second = 0x40119a,
	                               .seen_with = job_set_of(0),
	                               .other_with = job_set_of(PP_BIT(PP_LOCK))};
	return p;
}

static void says(const struct board_view *v, size_t width, size_t height, const char *text)
{
	struct buf b = {0};
	size_t lines = board_text(&b, v, width, height);
	assert_string_equal(buf_cstr(&b), text);
	size_t n = 0;
	for (size_t i = 0; i < b.n; i++)
		n += b.at[i] == '\n';
	assert_int_equal(n, lines);
	buf_release(&b);
}

static void golden(void **state)
{
	struct sim_program p = large_program();
	struct symbols *symbols = symbols_open(NULL);
	struct sim s;
	(void)state;
	start(&s, &p, 24);
	struct board_view v = view_of(&s, symbols);
	says(&v, 80, 24,
	     "0 errors, 2,310 executions (1,930/s) in 1.2 s; 17,300+ in all, 7.6 s left\n"
	     "jobs: 6 pending, 2 running, 1 suspended, 5 done; races: 1 untested\n"
	     " job  state      done  executions  a second      left  preemption points\n"
	     "   5  running     54%         850     1,000     0.7 s  lock, unlock\n"
	     "   8  running     87%         250     1,000     0.0 s  0x40119a\n"
	     "   1  suspended    0%          50     1,000      12 s  all synchronization\n"
	     "   0  done       100%          40     1,000            yield\n"
	     "   2  done       100%         280     1,000            create\n"
	     "   3  done       100%         280     1,000            lock\n"
	     "   4  done       100%         280     1,000            unlock\n"
	     "   6  done       100%         280     1,000            0x401136\n"
	     "      6 more jobs\n");
	says(&v, 120, 24,
	     "0 errors, 2,310 executions (1,930/s) in 1.2 s; 17,300+ in all, 7.6 s left\n"
	     "jobs: 6 pending, 2 running, 1 suspended, 5 done; races: 1 untested\n"
	     " job  state      done  executions  a second      left  preemption points\n"
	     "   5  running     54%         850     1,000     0.7 s  lock, unlock\n"
	     "   8  running     87%         250     1,000     0.0 s  0x40119a\n"
	     "   1  suspended    0%          50     1,000      12 s  all synchronization\n"
	     "   0  done       100%          40     1,000            yield\n"
	     "   2  done       100%         280     1,000            create\n"
	     "   3  done       100%         280     1,000            lock\n"
	     "   4  done       100%         280     1,000            unlock\n"
	     "   6  done       100%         280     1,000            0x401136\n"
	     "      6 more jobs\n");
	says(&v, 60, 5,
	     "0 errors, 2,310 executions (1,930/s) in 1.2 s; 17,300+ i...\n"
	     "jobs: 6 pending, 2 running, 1 suspended, 5 done; races: ...\n"
	     " job  state      done  executions  a second      left  p...\n"
	     "   5  running     54%         850     1,000     0.7 s  l...\n"
	     "      13 more jobs\n");
	sim_release(&s);
	sim_program_release(&p);
	symbols_free(symbols);
}

/* Nothing has begun; there is room for nothing. */
static void small(void **state)
{
	struct sim_program p = large_program();
	struct symbols *symbols = symbols_open(NULL);
	struct sim s;
	(void)state;
	start(&s, &p, 0);
	struct board_view v = view_of(&s, symbols);
	says(&v, 80, 3,
	     "0 errors, 0 executions (0/s) in 0.0 s\n"
	     "jobs: 4 pending, 2 running; races: none\n");
	says(&v, 80, 1, "0 errors, 0 executions (0/s) in 0.0 s\n");
	says(&v, 12, 2,
	     "0 errors...\n"
	     "jobs: 4 ...\n");
	sim_release(&s);
	sim_program_release(&p);
	symbols_free(symbols);
}

static void lines(void **state)
{
	struct sim_program p = large_program();
	struct symbols *symbols = symbols_open(NULL);
	struct buf b = {0};
	struct sim s;
	(void)state;
	start(&s, &p, 24);
	struct board_view v = view_of(&s, symbols);
	for (size_t i = 0; i < 3; i++) {
		board_job(&b, &v, &s.d.jobs.at[i]);
		buf_u8(&b, '\n');
	}
	assert_string_equal(
	        buf_cstr(&b),
	        "job 0 done: 100%, 40 executions, 1,000/s, at yield\n"
	        "job 1 suspended: 0%, 50 executions, 1,000/s, 12 s left, at all synchronization\n"
	        "job 2 done: 100%, 280 executions, 1,000/s, at create\n");
	buf_release(&b);
	sim_release(&s);
	sim_program_release(&p);
	symbols_free(symbols);
}

/* The one that ended last stands first among the ended ones. */
static void recently_ended_first(void **state)
{
	struct sim_program p = {.used = LOCKS, .base = 4, .growth = 2};
	struct symbols *symbols = symbols_open(NULL);
	uint64_t changed[64] = {0};
	struct buf b = {0};
	struct sim s;
	(void)state;
	start(&s, &p, 6);
	struct board_view v = view_of(&s, symbols);
	bool any = false;
	uint32_t last = 0;
	for (uint32_t i = 0; i < s.d.jobs.n; i++)
		if (s.d.jobs.at[i].state == JOB_DONE) {
			any = true;
			last = i;
		}
	assert_true(any);
	assert_true(s.d.jobs.n <= ARRAY_SIZE(changed));
	changed[last] = 1;
	v.changed = changed;
	board_text(&b, &v, 80, 24);
	const char *done = strstr(buf_cstr(&b), "done       ");
	assert_non_null(done);
	assert_int_equal(strtoul(done - 6, NULL, 10), last);
	buf_release(&b);
	sim_release(&s);
	symbols_free(symbols);
}

/* Whatever is estimated, no line is as wide as the terminal and the lines fit. */
static void fits(void **state)
{
	static const double odd[] = {0, -1, 1e300, 12.5, NAN, INFINITY, 1e12};
	struct sim_program p = large_program();
	struct symbols *symbols = symbols_open(NULL);
	uint64_t seed = 9;
	(void)state;
	for (unsigned steps = 0; steps < 60; steps++) {
		struct sim s;
		start(&s, &p, steps);
		for (size_t i = 0; i < s.d.jobs.n; i++) {
			struct part_progress *at = &s.d.jobs.at[i].parts.at[0].progress;
			at->total = odd[test_random(&seed) % ARRAY_SIZE(odd)];
			at->eta_ms = odd[test_random(&seed) % ARRAY_SIZE(odd)];
			at->executions = test_random(&seed) >> test_random(&seed) % 64;
		}
		struct board_view v = view_of(&s, symbols);
		size_t width = 2 + test_random(&seed) % 140, height = 1 + test_random(&seed) % 30;
		struct buf b = {0};
		assert_true(board_text(&b, &v, width, height) <= height);
		for (size_t i = 0, column = 0; i < b.n; i++) {
			column = b.at[i] == '\n' ? 0 : column + 1;
			assert_true(column < width);
		}
		buf_release(&b);
		sim_release(&s);
	}
	sim_program_release(&p);
	symbols_free(symbols);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(golden), cmocka_unit_test(small),
	        cmocka_unit_test(lines),  cmocka_unit_test(recently_ended_first),
	        cmocka_unit_test(fits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
