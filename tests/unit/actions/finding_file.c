/* SPDX-License-Identifier: MIT */
/* The names of finding files, and which replay counts as the same finding. */
#include "tests/unit/unit.h"

#include "base/text.h"
#include "actions/finding_file.h"
#include "actions/recorded.h"

#include <string.h>

/* One assertion in T1 at src/a.c:12. */
struct world {
	struct exec_options options;
	struct program program;
	struct outcome outcome;
	struct finding finding;
	struct source_frame place;
	struct distinct distinct;
	struct output output;
};

static char program_name[64], message[] = "n == 2 failed";

static void make_world(struct world *w, const char *program)
{
	strncpy(program_name, program, sizeof(program_name) - 1);
	*w = (struct world){.program.name = program_name, .outcome.ending = ENDING_DONE};
	exec_options_init(&w->options);
	w->finding = (struct finding){.kind = FINDING_ASSERTION, .thread = 1, .message = message};
	w->place = (struct source_frame){.function = "f", .file = "src/a.c", .line = 12};
	w->distinct = (struct distinct){.finding = &w->finding, .place = &w->place, .count = 1};
	w->output = (struct output){
	        .command = "check",
	        .options = &w->options,
	        .program = &w->program,
	        .outcome = &w->outcome,
	        .style.symbols = symbols_open(NULL),
	        .errors = 1,
	};
	vec_push(&w->output.findings, w->distinct);
}

static void release_world(struct world *w)
{
	symbols_free(w->output.style.symbols);
	vec_release(&w->output.findings);
}

static char *path_of(struct world *w)
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
		struct world w;
		make_world(&w, cases[i].program);
		char *path = path_of(&w);
		assert_true(str_starts(path, cases[i].start));
		assert_int_equal(strlen(path), strlen(cases[i].start) + 8 + strlen(".scree"));
		mem_free(path);
		release_world(&w);
	}
}

/* By kind and place: whatever else differs, the file is the same. */
static void one_bug_one_name(void **state)
{
	struct world w;
	char other[] = "n == 3 failed";
	(void)state;
	make_world(&w, "p");
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
	release_world(&w);
}

static void the_same_finding(void **state)
{
	struct world w;
	struct schedule s;
	(void)state;
	make_world(&w, "p");
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
	release_world(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(names),
	        cmocka_unit_test(one_bug_one_name),
	        cmocka_unit_test(the_same_finding),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
