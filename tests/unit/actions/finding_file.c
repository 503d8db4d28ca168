/* SPDX-License-Identifier: MIT */
/* Finding files: their names, what they keep, and which replay counts as the same finding. */
#include "tests/unit/unit.h"

#include "actions/finding_file.h"
#include "actions/recorded.h"
#include "base/text.h"
#include "jobs/system/file.h"
#include "tests/unit/actions/one_finding.h"

#include <string.h>

static char *path_of(struct one_finding *w)
{
	return finding_file_path("d", &w->output, &w->distinct);
}

static void names(void **state)
{
	static const struct {
		const char *program, *start;
	} cases[] = {
	        {"./queue", "d/queue-assertion-"},
	        {"dir/queue.c", "d/queue-assertion-"},
	        {"queue.v2", "d/queue.v2-assertion-"},
	        {"a b;c", "d/a_b_c-assertion-"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct one_finding w;
		one_finding_make(&w, cases[i].program);
		char *path = path_of(&w);
		assert_true(str_starts(path, cases[i].start));
		assert_int_equal(strlen(path), strlen(cases[i].start) + 8 + strlen(".scree"));
		mem_free(path);
		one_finding_release(&w);
	}
}

/* By kind and place: whatever else differs, the file is the same. */
static void one_bug_one_name(void **state)
{
	struct one_finding w;
	char other[] = "n == 3 failed";
	(void)state;
	one_finding_make(&w, "p");
	char *first = path_of(&w);
	w.finding.message = other;
	w.finding.thread = 2;
	w.finding.execution = 9;
	char *same = path_of(&w);
	w.place.line = 13;
	char *line = path_of(&w);
	w.distinct.place = NULL;
	char *nowhere = path_of(&w);
	assert_string_equal(first, same);
	assert_string_not_equal(first, line);
	assert_string_not_equal(line, nowhere);
	mem_free(first);
	mem_free(same);
	mem_free(line);
	mem_free(nowhere);
	one_finding_release(&w);
}

static void the_same_finding(void **state)
{
	struct one_finding w;
	struct schedule s;
	(void)state;
	one_finding_make(&w, "p");
	finding_file_make(&s, &w.output, &w.distinct);
	assert_true(s.finding.known);
	assert_int_equal(replay_verdict(&s, &w.output), REPLAY_REPRODUCED);
	w.place.file = "/elsewhere/src/a.c"; /* seen from another directory */
	assert_int_equal(replay_verdict(&s, &w.output), REPLAY_REPRODUCED);
	w.place.line = 13;
	assert_int_equal(replay_verdict(&s, &w.output), REPLAY_OTHER);
	w.place.line = 12;
	w.finding.kind = FINDING_ABORT;
	assert_int_equal(replay_verdict(&s, &w.output), REPLAY_OTHER);
	w.finding.kind = FINDING_ASSERTION;
	w.outcome.done.divergence.happened = 1;
	assert_int_equal(replay_verdict(&s, &w.output), REPLAY_DIVERGED);
	w.outcome.done.divergence.happened = 0;
	s.finding.known = false;
	assert_int_equal(replay_verdict(&s, &w.output), REPLAY_FINDING);
	w.output.errors = 0;
	assert_int_equal(replay_verdict(&s, &w.output), REPLAY_PASSED);
	w.outcome.ending = ENDING_INTERRUPTED;
	assert_int_equal(replay_verdict(&s, &w.output), REPLAY_ERROR);
	schedule_release(&s);
	one_finding_release(&w);
}

/* ---- files ---- */

static void add_choices(choice_vec *v)
{
	vec_push(v, (struct choice){.kind = CHOICE_THREAD, .value = 1, .n = 2});
	vec_push(v, (struct choice){.kind = CHOICE_USER, .value = 4, .n = 7, .thread = 1});
}

/* What is read from a file is what was found, and asks for the same execution. */
static void round_trip(void **state)
{
	struct one_finding w;
	struct tempdir dir;
	struct schedule s;
	struct exec_options again;
	struct buf lost = {0};
	char *args[] = {"a b", "", NULL};
	(void)state;
	assert_null(tempdir_make(&dir).error);
	one_finding_make(&w, "p");
	add_choices(&w.finding.schedule);
	w.options.args = args;
	w.options.leaks = true;
	w.options.stack_kb = 64;
	w.options.loops[0] += 3;

	assert_null(finding_files_save(&w.output, dir.path, &lost).error);
	assert_int_equal(lost.n, 0);
	char *command = str_format("scree replay %s", w.output.paths.at[0]);
	assert_string_equal(w.output.replay.at[0], command);
	assert_null(schedule_load(w.output.paths.at[0], &s).error);
	assert_int_equal(replay_verdict(&s, &w.output), REPLAY_REPRODUCED);
	assert_int_equal(s.choices.n, 2);
	assert_memory_equal(s.choices.at, w.finding.schedule.at, 2 * sizeof(struct choice));

	exec_options_init(&again);
	assert_null(exec_options_apply(&again, &s).error);
	exec_options_args(&again, &s);
	assert_string_equal(again.args[0], "a b");
	assert_string_equal(again.args[1], "");
	assert_null(again.args[2]);
	assert_true(again.leaks);
	assert_int_equal(again.stack_kb, 64);
	assert_memory_equal(again.loops, w.options.loops, sizeof(again.loops));
	assert_int_equal(again.pp_set, w.options.pp_set);

	exec_options_release(&again);
	schedule_release(&s);
	mem_free(command);
	one_finding_release(&w);
	tempdir_remove(&dir);
}

/* No directory can be made below a file: what would be lost is handed back. */
static void nowhere_to_write(void **state)
{
	struct one_finding w;
	struct schedule s;
	struct buf lost = {0};
	(void)state;
	one_finding_make(&w, "p");
	add_choices(&w.finding.schedule);
	struct result r = finding_files_save(&w.output, "/dev/null/findings", &lost);
	assert_non_null(r.error);
	assert_non_null(strstr(r.error, "/dev/null"));
	result_release(&r);
	assert_null(w.output.paths.at[0]);
	assert_null(w.output.replay.at[0]);
	assert_null(schedule_parse(&s, (const char *)lost.at, lost.n).error);
	assert_int_equal(s.choices.n, 2);
	schedule_release(&s);
	buf_release(&lost);
	one_finding_release(&w);
}

/* Warnings, and findings whose schedule nobody knows, have no file. */
static void without_a_file(void **state)
{
	struct one_finding w;
	struct buf lost = {0};
	(void)state;
	one_finding_make(&w, "p");
	w.output.findings.at[0].post_mortem = true;
	assert_null(finding_files_save(&w.output, "/dev/null/findings", &lost).error);
	assert_int_equal(w.output.paths.n, 1);
	assert_null(w.output.paths.at[0]);
	one_finding_release(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(names),
	        cmocka_unit_test(one_bug_one_name),
	        cmocka_unit_test(the_same_finding),
	        cmocka_unit_test(round_trip),
	        cmocka_unit_test(nowhere_to_write),
	        cmocka_unit_test(without_a_file),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
