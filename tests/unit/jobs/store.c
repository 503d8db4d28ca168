/* SPDX-License-Identifier: MIT */
/* The file that a run is kept in: what is written is read again, and damage is always noticed. */
#include "tests/unit/unit.h"

#include "base/str.h"
#include "jobs/store/store.h"
#include "jobs/system/file.h"

#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#define LARGE (STORE_SPILL + 12345)

static struct tempdir dir;
static char *path;

static int make_dir(void **state)
{
	(void)state;
	struct result r = tempdir_make(&dir);
	path = str_format("%s/run.db", dir.path);
	return result_failed(r);
}

static int remove_dir(void **state)
{
	(void)state;
	tempdir_remove(&dir);
	mem_free(path);
	return 0;
}

static void good(struct result r)
{
	if (result_failed(r))
		fail_msg("%s", r.error);
}

static void bad(struct result r, const char *words)
{
	assert_true(result_failed(r));
	assert_non_null(strstr(r.error, words));
	result_release(&r);
}

/* ---- a run ---- */

static struct deepening_input progress(uint32_t job, uint32_t part, uint64_t executions)
{
	return (struct deepening_input){
	        .kind = INPUT_PROGRESS,
	        .job = job,
	        .part = part,
	        .progress = {.executions = executions, .total = 1e9, .eta_ms = 12.5, .cpu_ms = 7}};
}

static struct part_run make_part(uint32_t part, size_t bytes)
{
	struct part_run p;
	part_run_init(&p, 3, part);
	p.counts = (struct part_counts){.executions = 100 + part, .events = 2000};
	p.counts.done.counters[COUNT_SPINS] = 5;
	p.counts.done.space.blocked = 9;
	p.earlier_cpu = 1.5;
	p.lost_cpu = 0.25;
	p.slot = 1;
	p.peak_rss_kb = 4096;
	vec_push(&p.orders, (struct explore_constraint){1, 2, 3, 4, true});
	for (size_t i = 0; i < bytes; i++)
		buf_u8(&p.checkpoint, (uint8_t)(i * 7 + part));
	return p;
}

static void append_all(struct store *s)
{
	struct buf b = {0};
	deepening_input_encode(&b, &(struct deepening_input){.kind = INPUT_PART_DONE,
	                                                     .job = 1,
	                                                     .limit = (char[]){"a limit"}});
	good(store_append(s, STORE_INPUT, &b));
	buf_clear(&b);
	struct found f = {.job = 7, .post_mortem = true, .finding = {.message = (char[]){"words"}}};
	found_encode(&b, &f);
	good(store_append(s, STORE_FINDING, &b));
	buf_clear(&b);
	struct race_record race = {.addr = 0x1234, .execution = 3, .flags = RACE_BOTH_ORDERS};
	race_encode(&b, &race);
	good(store_append(s, STORE_RACE, &b));
	buf_release(&b);
}

static struct run_facts make_facts(void)
{
	struct run_facts f = {.program = str_copy("./a"),
	                      .path = str_copy("./a"),
	                      .build_id = str_copy("abcd"),
	                      .directory = str_copy("/tmp"),
	                      .slots = 2,
	                      .budget_ms = 60000,
	                      .spent = {.elapsed_ms = 1234},
	                      .maps = str_copy("maps")};
	vec_push(&f.words, str_copy("check"));
	vec_push(&f.variables, str_copy("A=b"));
	return f;
}

static void write_run(size_t bytes)
{
	struct store s;
	struct run_facts f = make_facts();
	unlink(path);
	good(store_create(&s, path, &f));
	good(store_begin(&s));
	append_all(&s);
	struct deepening_input last[] = {progress(0, 0, 11), progress(0, 1, 12)};
	good(store_put_progress(&s, last, 2));
	good(store_put_progress(&s, last + 1, 1));
	for (uint32_t i = 0; i < 2; i++) {
		struct part_run p = make_part(i, i ? bytes : 0);
		good(store_put_part(&s, &p));
		good(store_put_part(&s, &p));
		part_run_release(&p);
	}
	for (uint64_t i = 1; i <= 2; i++)
		good(store_add_history(&s, &(struct history_point){.ms = 250 * i,
		                                                   .executions = 40 * i,
		                                                   .total = 1e30,
		                                                   .jobs = 7,
		                                                   .jobs_ended = 2,
		                                                   .races = 3,
		                                                   .findings = 1}));
	good(store_put_spent(&s, &(struct run_spent){5678, 91, 3}, NULL));
	good(store_commit(&s));
	store_close(&s);
	run_facts_release(&f);
}

/* ---- what comes back ---- */

struct seen {
	unsigned kinds[STORE_KINDS];
	unsigned progress, parts;
	struct part_run part;
	history_vec history;
	struct buf all; /* everything, to compare */
};

static bool see_record(void *arg, enum store_kind kind, struct reader *r)
{
	struct seen *s = arg;
	s->kinds[kind]++;
	buf_u8(&s->all, kind);
	buf_bytes(&s->all, r->at, r->left);
	return true;
}

static bool see_progress(void *arg, const struct deepening_input *in)
{
	struct seen *s = arg;
	s->progress++;
	deepening_input_encode(&s->all, in);
	return true;
}

static bool see_part(void *arg, struct part_run *p)
{
	struct seen *s = arg;
	s->parts++;
	buf_u64(&s->all, p->counts.executions);
	buf_u64(&s->all, p->part);
	buf_double(&s->all, p->lost_cpu);
	constraint_vec_encode(&s->all, &p->orders);
	wire_done_encode(&s->all, &p->counts.done);
	part_run_release(&s->part);
	s->part = *p;
	*p = (struct part_run){0};
	return true;
}

static struct result read_all(struct store *s, struct seen *to)
{
	struct run_facts f;
	struct result r = store_get_facts(s, &f);
	buf_u64(&to->all, f.spent.elapsed_ms);
	buf_u64(&to->all, f.spent.idle_ms);
	buf_u64(&to->all, f.spent.pauses);
	buf_u64(&to->all, f.slots);
	buf_u64(&to->all, f.budget_ms);
	buf_str(&to->all, f.build_id);
	buf_str(&to->all, f.words.n ? f.words.at[0] : NULL);
	buf_str(&to->all, f.variables.n ? f.variables.at[0] : NULL);
	run_facts_release(&f);
	GUARD(r);
	GUARD(store_journal(s, see_record, to));
	GUARD(store_progress(s, see_progress, to));
	GUARD(store_parts(s, see_part, to));
	GUARD(store_history(s, &to->history));
	for (size_t i = 0; i < to->history.n; i++)
		history_encode(&to->all, &to->history.at[i]);
	if (to->part.spilled)
		GUARD(store_load_checkpoint(s, &to->part));
	buf_bytes(&to->all, to->part.checkpoint.at, to->part.checkpoint.n);
	return result_ok();
}

static struct result read_run(struct seen *to)
{
	struct store s;
	*to = (struct seen){0};
	struct result r = store_open(&s, path);
	if (!result_failed(r))
		r = read_all(&s, to);
	store_close(&s);
	return r;
}

static void seen_release(struct seen *s)
{
	part_run_release(&s->part);
	vec_release(&s->history);
	buf_release(&s->all);
}

static void what_is_written_is_read(void **state)
{
	(void)state;
	struct seen seen;
	write_run(100);
	good(read_run(&seen));
	for (int i = 0; i < STORE_KINDS; i++)
		assert_int_equal(seen.kinds[i], 1);
	assert_int_equal(seen.progress, 1);
	assert_int_equal(seen.parts, 2);
	const struct part_run *p = &seen.part;
	assert_int_equal(p->job, 3);
	assert_int_equal(p->part, 1);
	assert_int_equal(p->counts.executions, 101);
	assert_int_equal(p->counts.events, 2000);
	assert_int_equal(p->counts.done.counters[COUNT_SPINS], 5);
	assert_int_equal(p->counts.done.space.blocked, 9);
	assert_int_equal(p->peak_rss_kb, 4096);
	assert_true(p->earlier_cpu == 1.5);
	assert_true(p->lost_cpu == 0.25);
	assert_int_equal(p->slot, 1);
	assert_int_equal(p->orders.n, 1);
	assert_true(p->orders.at[0].strict);
	assert_int_equal(seen.history.n, 2);
	assert_int_equal(seen.history.at[1].ms, 500);
	assert_int_equal(seen.history.at[1].executions, 80);
	assert_true(seen.history.at[1].total == 1e30);
	assert_int_equal(seen.history.at[1].jobs_ended, 2);
	struct part_run same = make_part(1, 100);
	assert_int_equal(p->checkpoint.n, 100);
	assert_memory_equal(p->checkpoint.at, same.checkpoint.at, 100);
	part_run_release(&same);
	seen_release(&seen);
}

/* Of a part that nobody works on, a large checkpoint is read when it is wanted. */
static void large_checkpoints_stay_on_disk(void **state)
{
	(void)state;
	struct store s;
	struct seen seen = {0};
	write_run(LARGE);
	good(store_open(&s, path));
	good(store_parts(&s, see_part, &seen));
	assert_true(seen.part.spilled);
	assert_int_equal(seen.part.checkpoint.n, 0);
	/* Counts are written anew, the checkpoint stays. */
	good(store_begin(&s));
	good(store_put_part(&s, &seen.part));
	good(store_commit(&s));
	good(store_load_checkpoint(&s, &seen.part));
	assert_false(seen.part.spilled);
	assert_int_equal(seen.part.checkpoint.n, LARGE);
	store_close(&s);
	seen_release(&seen);
}

static void what_is_not_committed_is_not_there(void **state)
{
	(void)state;
	struct store s;
	struct seen seen = {0};
	write_run(10);
	good(store_open(&s, path));
	good(store_journal(&s, see_record, &seen));
	good(store_begin(&s));
	append_all(&s);
	store_close(&s);
	seen_release(&seen);
	good(read_run(&seen));
	assert_int_equal(seen.kinds[STORE_INPUT], 1);
	seen_release(&seen);
}

/* ---- death ---- */

/* Makes a file and is killed after so many stops at system calls. False: it came to its end. */
static bool create_and_die(unsigned stops)
{
	int status;
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		struct store s;
		struct run_facts f = make_facts();
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		struct result r = store_create(&s, path, &f);
		store_close(&s);
		_exit(result_failed(r));
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	for (unsigned i = 0; i < stops && WIFSTOPPED(status); i++) {
		assert_int_equal(ptrace(PTRACE_SYSCALL, pid, NULL, NULL), 0);
		assert_int_equal(waitpid(pid, &status, 0), pid);
	}
	if (WIFSTOPPED(status)) {
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
		return true;
	}
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	return false;
}

/* Before and after every system call that making it takes: no run, or one that can go on. */
static void killed_while_it_is_made(void **state)
{
	(void)state;
	unsigned none = 0, whole = 0;
	unlink(path);
	for (unsigned stops = 1; create_and_die(stops); stops++) {
		struct seen seen;
		if (access(path, F_OK) != 0) {
			none++;
			continue;
		}
		good(read_run(&seen));
		assert_int_equal(seen.parts, 0);
		seen_release(&seen);
		whole++;
		unlink(path);
	}
	assert_true(none > 10);
	assert_true(whole > 10);
}

/* ---- damage ---- */

static void other_files_are_refused(void **state)
{
	(void)state;
	struct store s;
	struct buf text = {0};
	buf_str(&text, "nothing that SQLite knows");
	unlink(path);
	bad(store_open(&s, path), "cannot open");
	store_close(&s);
	good(file_write(path, &text));
	bad(store_open(&s, path), "is not a file of scree");
	store_close(&s);
	buf_release(&text);
}

/* Whatever byte is changed: an error, or (where nothing stands) the very same run. */
static void no_damage_goes_unnoticed(void **state)
{
	(void)state;
	struct buf whole = {0};
	struct seen before;
	unsigned noticed = 0;
	write_run(3000);
	good(read_run(&before));
	good(file_read(path, &whole, 1 << 24));
	uint64_t random = 1;
	for (int i = 0; i < 1500; i++) {
		struct seen after;
		size_t at = test_random(&random) % whole.n;
		uint8_t flip = (uint8_t)(1u << test_random(&random) % 8);
		whole.at[at] ^= flip;
		good(file_write(path, &whole));
		struct result r = read_run(&after);
		if (result_failed(r)) {
			noticed++;
		} else {
			assert_int_equal(after.all.n, before.all.n);
			assert_memory_equal(after.all.at, before.all.at, before.all.n);
		}
		result_release(&r);
		seen_release(&after);
		whole.at[at] ^= flip;
	}
	assert_true(noticed > 100);
	seen_release(&before);
	buf_release(&whole);
}

/* However long it lasts, the history stays short, and begins in detail. */
static void the_history_stays_short(void **state)
{
	(void)state;
	uint64_t last = 0, points = 0, first_minute = 0;
	const uint64_t day = 86400u * 1000;
	for (uint64_t now = 0; now <= day; now += 50)
		if (history_due(last, now)) {
			last = now;
			points++;
			first_minute += now <= 60000;
		}
	assert_int_equal(first_minute, 240);
	assert_true(points > 1000 && points < 2500);
	assert_false(history_due(1000, 900));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_is_written_is_read),
	        cmocka_unit_test(large_checkpoints_stay_on_disk),
	        cmocka_unit_test(what_is_not_committed_is_not_there),
	        cmocka_unit_test(killed_while_it_is_made),
	        cmocka_unit_test(other_files_are_refused),
	        cmocka_unit_test(no_damage_goes_unnoticed),
	        cmocka_unit_test(the_history_stays_short),
	};
	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
