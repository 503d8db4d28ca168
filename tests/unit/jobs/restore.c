/* SPDX-License-Identifier: MIT */
/* What a run has spent and counted goes on from there when it is resumed, as often as it is. */
#include "tests/unit/unit.h"

#include "base/str.h"
#include "jobs/store/restore.h"
#include "jobs/system/file.h"

#include <string.h>

static struct tempdir dir;

static int make_dir(void **state)
{
	(void)state;
	struct result r = tempdir_make(&dir);
	return result_failed(r);
}

static int remove_dir(void **state)
{
	(void)state;
	tempdir_remove(&dir);
	return 0;
}

static void good(struct result r)
{
	if (result_failed(r))
		fail_msg("%s", r.error);
}

static void no_warning(const char *message)
{
	fail_msg("%s", message);
}

static char name[] = "./a", word[] = "check";
static char *words[] = {word};
static struct program program = {.name = name, .path = name};

static struct run_keeper_options keeping(const char *path)
{
	return (struct run_keeper_options){.dir = path,
	                                   .program = &program,
	                                   .argc = 1,
	                                   .argv = words,
	                                   .slots = 2,
	                                   .warn = no_warning};
}

static struct controller controller(struct run_keeper *k)
{
	struct controller_options o = {.deepening = {.mode = MODE_EVERYWHERE, .slots = 2},
	                               .log = run_keeper_log(k)};
	struct controller c;
	controller_init(&c, &o);
	return c;
}

/* As if two workers had been at it for a while, each time a bit longer. */
static void spend(struct controller *c, double seconds, uint64_t pauses)
{
	if (!c->parts.n) {
		vec_push(&c->parts, mem_alloc(sizeof(struct part_run)));
		part_run_init(c->parts.at[0], 0, 0);
		c->parts.at[0]->slot = 1;
	}
	struct part_run *p = c->parts.at[0];
	p->earlier_cpu += seconds;
	p->lost_cpu += seconds / 4;
	p->unsaved = true;
	c->idle_ms += (uint64_t)(seconds * 500);
	c->pauses += pauses;
}

static void keep(struct run_keeper *k, struct controller *c)
{
	struct controller_log log = run_keeper_log(k);
	c->total.stopped = STOP_TIME;
	log.commit(log.arg, c, true);
	assert_false(k->off);
	assert_non_null(k->store.db);
}

/* The controller of the run in the directory, and its keeper. */
static struct controller resume(struct run_keeper *k, const char *path)
{
	struct run_keeper_options options = keeping(path);
	struct run_dir at;
	struct store s;
	struct run_facts facts;
	good(run_dir_open(&at, path));
	char *db = run_dir_file(&at, RUN_DIR_STORE);
	good(store_open(&s, db));
	good(store_get_facts(&s, &facts));
	run_keeper_resume(k, &options, &at, &s);
	struct controller c = controller(k);
	good(controller_restore(&c, k, &facts));
	run_facts_release(&facts);
	mem_free(db);
	return c;
}

static void expect_spent(const char *path, double seconds, uint64_t pauses)
{
	struct run_keeper k;
	struct controller c = resume(&k, path);
	assert_true(controller_conclude(&c));
	assert_int_equal(c.total.done.counters[COUNT_MEMORY_PAUSES], pauses);
	assert_true(c.total.lost_cpu_s == seconds / 4);
	assert_true(c.total.cpu_s == seconds + seconds / 4);
	assert_true(c.total.busiest_cpu_s == c.total.cpu_s);
	assert_true(c.total.idle_s == seconds / 2);
	controller_release(&c);
	run_keeper_release(&k);
}

static void what_was_spent_adds_up(void **state)
{
	(void)state;
	struct run_keeper k;
	char *path = str_format("%s/spent", dir.path);
	struct run_keeper_options options = keeping(path);
	good(run_keeper_init(&k, &options));
	struct controller c = controller(&k);
	spend(&c, 8, 3);
	keep(&k, &c);
	controller_release(&c);
	run_keeper_release(&k);
	expect_spent(path, 8, 3);
	for (unsigned again = 1; again <= 3; again++) {
		c = resume(&k, path);
		spend(&c, 4, 1);
		keep(&k, &c);
		controller_release(&c);
		run_keeper_release(&k);
		expect_spent(path, 8 + 4 * again, 3 + again);
	}
	mem_free(path);
}

/* Killed right after its file was made: everything is still to be done. */
static void a_run_that_had_only_begun(void **state)
{
	(void)state;
	struct run_dir at;
	struct store s;
	struct run_keeper k;
	struct run_facts f = {.program = name, .path = name, .directory = name, .slots = 2};
	vec_push(&f.words, word);
	char *path = str_format("%s/begun", dir.path);
	good(run_dir_make(&at, path, name));
	char *db = run_dir_file(&at, RUN_DIR_STORE);
	good(store_create(&s, db, &f));
	store_close(&s);
	run_dir_release(&at);
	for (int again = 0; again < 2; again++) {
		struct controller c = resume(&k, path);
		assert_int_equal(c.deepening.jobs.n, 1);
		assert_int_equal(c.deepening.jobs.at[0].state, JOB_PENDING);
		assert_true(controller_conclude(&c));
		assert_int_equal(c.total.done.executions, 0);
		controller_release(&c);
		run_keeper_release(&k);
	}
	vec_release(&f.words);
	mem_free(db);
	mem_free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_was_spent_adds_up),
	        cmocka_unit_test(a_run_that_had_only_begun),
	};
	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
