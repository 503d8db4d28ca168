/* SPDX-License-Identifier: MIT */
/*
 * From a finding file to one with a smaller schedule: replay, minimise, write. The worker is this
 * program itself, started with the name of what to do as its argument: it shows a finding under
 * some of three schedules, which preempt two times, once, and never.
 */
#include "tests/unit/unit.h"

#include "actions/finding_file.h"
#include "actions/minimising.h"
#include "base/text.h"
#include "base/version.h"
#include "jobs/system/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BUDGET_MS 60000

/* ---- three schedules ---- */

enum { PREEMPTS_TWICE, PREEMPTS_ONCE, PREEMPTS_NEVER, SCHEDULES };

static const struct choice table[SCHEDULES][2] = {
        [PREEMPTS_TWICE] = {{CHOICE_THREAD, 1, 1, 2, 0}, {CHOICE_THREAD, 1, 0, 2, 1}},
        [PREEMPTS_ONCE] = {{CHOICE_THREAD, 1, 1, 2, 0}},
        [PREEMPTS_NEVER] = {{CHOICE_THREAD, 0, 0, 2, 0}},
};

static choice_vec choices_of(int schedule)
{
	choice_vec v = {0};
	vec_push(&v, table[schedule][0]);
	if (schedule == PREEMPTS_TWICE)
		vec_push(&v, table[schedule][1]);
	return v;
}

static int schedule_of(const choice_vec *v)
{
	if (v->n == 2)
		return PREEMPTS_TWICE;
	return v->n == 1 && v->at[0].value == 1 ? PREEMPTS_ONCE : PREEMPTS_NEVER;
}

/* ---- the fake worker ---- */

static int control;
static unsigned shows; /* a bit for each schedule that shows the finding */

static void put_frame(uint32_t type, const struct buf *b)
{
	uint32_t head[2] = {type, b ? (uint32_t)b->n : 0};
	if (write(control, head, sizeof(head)) != (ssize_t)sizeof(head) ||
	    (b && write(control, b->at, b->n) != (ssize_t)b->n))
		_exit(9);
}

/* The frame's type; its payload is added to b. */
static uint32_t get_frame(struct buf *b)
{
	uint32_t head[2];
	uint8_t byte;
	if (read(control, head, sizeof(head)) != (ssize_t)sizeof(head))
		_exit(0);
	for (uint32_t i = 0; i < head[1]; i++) {
		if (read(control, &byte, 1) != 1)
			_exit(9);
		buf_u8(b, byte);
	}
	return head[0];
}

static void send_finding(int schedule)
{
	struct finding f = {.kind = FINDING_ABORT,
	                    .thread = 1,
	                    .message = str_copy("boom"),
	                    .schedule = choices_of(schedule),
	                    .execution = 1};
	struct buf b = {0};
	finding_encode(&b, &f);
	put_frame(WIRE_FINDING, &b);
	finding_release(&f);
	buf_release(&b);
}

NORETURN static void send_done(int schedule, bool complete)
{
	struct wire_done d = {.executions = 1, .space.complete = complete};
	struct buf b = {0};
	if (schedule < SCHEDULES)
		d.schedule = choices_of(schedule);
	wire_done_encode(&b, &d);
	put_frame(WIRE_DONE, &b);
	buf_clear(&b);
	get_frame(&b);
	_exit(0);
}

static bool run_schedule(int schedule)
{
	bool shown = shows >> schedule & 1;
	if (shown)
		send_finding(schedule);
	return shown;
}

static void send_tried(int schedule)
{
	struct tried t = {.reason = END_EXIT, .choices = choices_of(schedule)};
	struct buf b = {0};
	if (run_schedule(schedule))
		t.reason = END_FINDING;
	tried_encode(&b, &t);
	put_frame(WIRE_TRIED, &b);
	tried_release(&t);
	buf_release(&b);
}

/* A guide that is not exact leads to the schedule without preemptions. */
NORETURN static void answer_tries(const choice_vec *first)
{
	send_tried(schedule_of(first));
	for (;;) {
		struct buf b = {0};
		struct guide g;
		if (get_frame(&b) != WIRE_TRY)
			_exit(0);
		struct reader r = {b.at, b.n, false};
		if (!guide_decode(&r, &g))
			_exit(9);
		send_tried(g.other == GUIDE_AS_RECORDED ? schedule_of(&g.exact) : PREEMPTS_NEVER);
		guide_release(&g);
		buf_release(&b);
	}
}

/* Each bound has one schedule more. */
NORETURN static void explore(uint32_t bound)
{
	if (run_schedule(PREEMPTS_NEVER) || (bound >= 1 && run_schedule(PREEMPTS_ONCE)))
		send_done(SCHEDULES, false);
	send_done(SCHEDULES, true);
}

NORETURN static void fake(unsigned which)
{
	struct buf b = {0};
	struct wire_config c;
	struct wire_hello h = {.version = WIRE_VERSION, .scree_version = str_copy(SCREE_VERSION)};
	control = atoi(getenv(WIRE_CONTROL_ENV));
	if (get_frame(&b) != WIRE_CONFIG)
		_exit(9);
	struct reader r = {b.at, b.n, false};
	if (!wire_config_decode(&r, &c))
		_exit(9);
	struct wire_page *page =
	        mmap(NULL, sizeof(*page), PROT_READ | PROT_WRITE, MAP_SHARED, c.page_fd, 0);
	if (page == MAP_FAILED)
		_exit(9);
	struct buf hello = {0};
	wire_hello_encode(&hello, &h);
	put_frame(WIRE_HELLO, &hello);
	page->phase = PHASE_RUNNING;
	page->executions = 1;
	shows = which;
	if (c.schedule == SCHEDULE_TRY)
		answer_tries(&c.choices);
	if (c.schedule == SCHEDULE_EXPLORE)
		explore(c.explore.bound);
	run_schedule(schedule_of(&c.choices));
	send_done(schedule_of(&c.choices), false);
}

/* ---- the tests ---- */

static struct tempdir dir;
static const char *to; /* where the smaller one goes */

/* What a command does with the replay. */
static struct result minimise_it(const struct recorded *r, const struct program *p,
                                 const struct worker *w)
{
	struct output o = {
	        .command = r->command, .options = &r->exec, .program = p, .outcome = &w->outcome};
	output_collect(&o);
	struct result result = minimise_recorded(&o, r, BUDGET_MS, to);
	assert_int_equal(o.paths.n, !result_failed(result));
	assert_int_equal(o.replay.n, o.paths.n);
	if (o.paths.n) {
		assert_string_equal(o.paths.at[0], to);
		assert_true(str_starts(o.replay.at[0], "scree replay "));
		assert_ptr_equal(o.findings.at[0].finding, o.smaller.at[0].finding);
	}
	output_release(&o);
	return result;
}

/* A file with the longest schedule; which: a bit for each one that shows its finding. */
static struct result minimise_file(unsigned which)
{
	static char exe[4096];
	char name[] = "fake", bits[] = {(char)('0' + which), '\0'}, *args[] = {bits, NULL};
	struct program program = {.name = name, .path = exe};
	struct recorded r;
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	assert_true(n > 0);
	exe[n] = '\0';
	recorded_init(&r, "minimize");
	r.file = "before.scree";
	r.exec.args = args;
	r.schedule.pp_set = r.exec.pp_set;
	r.schedule.choices = choices_of(PREEMPTS_TWICE);
	r.schedule.finding = (struct recorded_finding){
	        .known = true, .kind = FINDING_ABORT, .thread = 1, .message = str_copy("boom")};
	struct wire_config config = exec_options_config(&r.exec);
	config.schedule = SCHEDULE_FIXED;
	config.executions = 1;
	config.choices = r.schedule.choices;
	struct result result = recorded_run(&r, &program, &config, minimise_it);
	recorded_release(&r);
	return result;
}

static void load(struct schedule *s)
{
	assert_null(schedule_load(to, s).error);
	assert_true(s->finding.known);
	assert_int_equal(s->finding.kind, FINDING_ABORT);
	assert_true(s->minimised.known);
	assert_true(s->minimised.complete);
	assert_int_equal(s->minimised.from.preemptions, 2);
	assert_int_equal(schedule_of(&s->minimised.passing), PREEMPTS_NEVER);
}

static void a_smaller_schedule_is_written(void **state)
{
	struct schedule s;
	(void)state;
	assert_null(minimise_file(1u << PREEMPTS_TWICE | 1u << PREEMPTS_ONCE).error);
	load(&s);
	assert_int_equal(schedule_of(&s.choices), PREEMPTS_ONCE);
	assert_int_equal(s.minimised.to.preemptions, 1);
	schedule_release(&s);
}

/* That no smaller one shows it is worth a file, too. */
static void the_smallest_stays(void **state)
{
	struct schedule s;
	(void)state;
	assert_null(minimise_file(1u << PREEMPTS_TWICE).error);
	load(&s);
	assert_int_equal(schedule_of(&s.choices), PREEMPTS_TWICE);
	assert_int_equal(s.minimised.to.preemptions, 2);
	schedule_release(&s);
}

static void fails_with(struct result r, const char *text)
{
	assert_non_null(r.error);
	if (!strstr(r.error, text))
		fail_msg("'%s' does not say '%s'", r.error, text);
	result_release(&r);
}

static void a_finding_that_is_gone(void **state)
{
	(void)state;
	fails_with(minimise_file(0), "before.scree is as before: its schedule does not show");
	assert_int_equal(access(to, F_OK), -1);
}

static void nowhere_to_write(void **state)
{
	const char *before = to;
	(void)state;
	to = "/dev/null/after.scree";
	fails_with(minimise_file(1u << PREEMPTS_TWICE | 1u << PREEMPTS_ONCE), to);
	to = before;
}

static int no_file(void **state)
{
	(void)state;
	unlink(to);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1)
		fake((unsigned)atoi(argv[1]));
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup(a_smaller_schedule_is_written, no_file),
	        cmocka_unit_test_setup(the_smallest_stays, no_file),
	        cmocka_unit_test_setup(a_finding_that_is_gone, no_file),
	        cmocka_unit_test_setup(nowhere_to_write, no_file),
	};
	if (result_failed(tempdir_make(&dir)))
		return 1;
	char *file = str_format("%s/after.scree", dir.path);
	to = file;
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	mem_free(file);
	tempdir_remove(&dir);
	return failed;
}
