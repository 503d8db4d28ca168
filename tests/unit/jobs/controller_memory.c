/* SPDX-License-Identifier: MIT */
/*
 * When memory is short the largest worker is put aside and goes on later. The worker is this
 * program itself; how much memory there is stands in a file that the tests write.
 */
#include "tests/unit/unit.h"

#include "base/str.h"
#include "base/text.h"
#include "base/version.h"
#include "jobs/controller/controller.h"
#include "jobs/system/file.h"
#include "jobs/system/memory.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct tempdir dir;
static char *meminfo;

/* ---- the fake worker ---- */

static int control;

static void put_frame(uint32_t type, const struct buf *b)
{
	uint32_t head[2] = {type, (uint32_t)b->n};
	if (write(control, head, sizeof(head)) != sizeof(head) ||
	    write(control, b->at, b->n) != (ssize_t)b->n)
		_exit(9);
}

static void get(void *p, size_t n)
{
	for (char *at = p; n;) {
		ssize_t got = read(control, at, n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			_exit(9);
		at += got;
		n -= (size_t)got;
	}
}

static uint32_t get_frame(struct buf *b)
{
	uint32_t head[2];
	get(head, sizeof(head));
	*b = (struct buf){.at = mem_alloc(head[1] + 1), .n = head[1]};
	get(b->at, b->n);
	return head[0];
}

static void say_hello(void)
{
	struct wire_hello h = {.version = WIRE_VERSION, .scree_version = str_copy(SCREE_VERSION)};
	struct buf b = {0};
	wire_hello_encode(&b, &h);
	put_frame(WIRE_HELLO, &b);
}

static void say_checkpoint(void)
{
	struct wire_checkpoint c = {.executions = 41};
	struct buf b = {0};
	buf_text(&c.search, "how far it was");
	wire_checkpoint_encode(&b, &c);
	put_frame(WIRE_CHECKPOINT, &b);
}

static void say_done(void)
{
	struct wire_done d = {.executions = 50, .space.complete = 1};
	struct buf b = {0};
	wire_done_encode(&b, &d);
	put_frame(WIRE_DONE, &b);
}

/*
 * "good": done as soon as it goes on from a checkpoint. "hog": never. "large": cannot
 * give a checkpoint, and is done then. "estimates": has one, and when it goes on it has none
 * as yet; done when it is asked for a second checkpoint.
 */
NORETURN static void fake(const char *what)
{
	struct buf b;
	struct wire_config c;
	signal(WIRE_ATTENTION_SIGNAL, SIG_IGN);
	control = atoi(getenv(WIRE_CONTROL_ENV));
	if (get_frame(&b) != WIRE_CONFIG)
		_exit(9);
	struct reader r = {b.at, b.n, false};
	if (!wire_config_decode(&r, &c))
		_exit(9);
	struct wire_page *page =
	        mmap(NULL, sizeof(*page), PROT_READ | PROT_WRITE, MAP_SHARED, c.page_fd, 0);
	say_hello();
	page->executions = 41;
	page->phase = PHASE_RUNNING;
	if (strcmp(what, "estimates") == 0) {
		page->estimated_executions = c.resume.n ? 0 : 100;
		page->spent_usecs = 20e6;
		page->estimated_usecs = c.resume.n ? 0 : 50e6;
	}
	if (c.resume.n && strcmp(what, "good") == 0)
		say_done();
	for (;;)
		switch (get_frame(&b)) {
		case WIRE_SAVE:
			if (c.resume.n && strcmp(what, "estimates") == 0) {
				say_done();
			} else if (strcmp(what, "large") == 0) {
				put_frame(WIRE_CHECKPOINT, &(struct buf){0});
				say_done();
			} else {
				say_checkpoint();
			}
			break;
		case WIRE_QUIT:
			_exit(0);
		}
}

/* ---- the controller ---- */

static void say_memory(uint64_t available_kb)
{
	struct buf b = {0};
	buf_printf(&b, "MemTotal:  1000000 kB\nMemFree: 5 kB\nMemAvailable: %lu kB\n",
	           available_kb);
	struct result r = file_write(meminfo, &b);
	assert_null(r.error);
	buf_release(&b);
}

static bool plenty, once;              /* short never, or until somebody has made room */
static bool estimated, estimated_anew; /* as expected, by each of two workers */

/* Short while anything works, unless there is plenty. */
static void watch(const struct controller *c, void *arg)
{
	(void)arg;
	bool works = false;
	for (size_t i = 0; i < c->parts.n; i++)
		works |= c->parts.at[i]->works;
	const struct part_progress *p = &c->deepening.jobs.at[0].parts.at[0].progress;
	bool expected = p->total == 100 && p->eta_ms == 30000;
	estimated |= expected;
	estimated_anew |= expected && works && c->pauses;
	say_memory(works && !plenty && !(once && c->pauses) ? 1 : 900000);
}

static struct controller run(const char *what)
{
	static char exe[4096];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	assert_true(n > 0);
	exe[n] = '\0';
	char *args[] = {(char *)(uintptr_t)what, NULL}, name[] = "fake";
	struct program program = {.name = name, .path = exe};
	struct controller_options o = {
	        .deepening = {.mode = MODE_EVERYWHERE, .slots = 1},
	        .worker = {.program = &program, .args = args, .stuck_ms = 60000, .stdin_fd = -1},
	        .watch = watch,
	        .meminfo = meminfo,
	};
	struct controller c;
	say_memory(plenty ? 900000 : 1);
	controller_init(&c, &o);
	struct result r = controller_run(&c);
	assert_null(r.error);
	return c;
}

static void a_worker_makes_room_and_goes_on(void **state)
{
	(void)state;
	struct controller c = run("good");
	assert_int_equal(c.pauses, 1);
	assert_int_equal(c.total.done.counters[COUNT_MEMORY_PAUSES], 1);
	assert_int_equal(c.total.found.n, 0);
	assert_int_equal(c.total.done.executions, 50);
	assert_true(deepening_total(&c.deepening));
	controller_release(&c);
}

static void a_hog_becomes_a_finding(void **state)
{
	(void)state;
	struct controller c = run("hog");
	assert_int_equal(c.pauses, 1 + DEATHS_AT_ONE_PLACE);
	assert_int_equal(c.total.found.n, 1);
	assert_string_equal(c.total.found.at[0].finding.message,
	                    "the program used up the memory of this machine");
	assert_int_equal(c.total.found.at[0].finding.execution, 42);
	assert_false(deepening_total(&c.deepening));
	controller_release(&c);
}

static void a_checkpoint_too_large_is_no_death(void **state)
{
	(void)state;
	plenty = true;
	struct controller c = run("large");
	plenty = false;
	assert_int_equal(c.deepening.counts.restarts, 0);
	assert_int_equal(c.total.found.n, 0);
	assert_int_equal(c.total.done.executions, 50);
	assert_true(deepening_total(&c.deepening));
	controller_release(&c);
}

/*
 * The worker, which takes no CPU time, says when it began by the clock on the wall. What was known
 * of its part when it was put aside holds until there is something better.
 */
static void what_is_left_is_by_the_wall(void **state)
{
	(void)state;
	once = true;
	struct controller c = run("estimates");
	once = false;
	assert_int_equal(c.pauses, 1);
	assert_true(estimated);
	assert_true(estimated_anew);
	assert_int_equal(c.total.done.executions, 50);
	controller_release(&c);
}

static void when_it_is_short(void **state)
{
	(void)state;
	struct memory m = {.total_kb = 1000000, .available_kb = 49999};
	assert_true(memory_short(&m, 60000));
	assert_false(memory_short(&m, 40000)); /* others have it */
	assert_false(memory_enough(&m));
	m.available_kb = 50000;
	assert_false(memory_short(&m, 60000));
	assert_false(memory_enough(&m));
	m.available_kb = 100000;
	assert_true(memory_enough(&m));
	assert_true(memory_read("/proc/meminfo", &m));
	assert_true(m.available_kb <= m.total_kb);
	assert_false(memory_read("/nonexistent", &m));
}

static int make_dir(void **state)
{
	(void)state;
	struct result r = tempdir_make(&dir);
	meminfo = str_format("%s/meminfo", dir.path);
	return result_failed(r);
}

static int remove_dir(void **state)
{
	(void)state;
	tempdir_remove(&dir);
	mem_free(meminfo);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1)
		fake(argv[1]);
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(when_it_is_short),
	        cmocka_unit_test(a_worker_makes_room_and_goes_on),
	        cmocka_unit_test(a_checkpoint_too_large_is_no_death),
	        cmocka_unit_test(a_hog_becomes_a_finding),
	        cmocka_unit_test(what_is_left_is_by_the_wall),
	};
	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
