/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "base/text.h"
#include "event/pp_set.h"
#include "event/schedule.h"

#include <string.h>

static struct choice random_choice(uint64_t *seed)
{
	struct choice c = {.kind = (uint8_t)(test_random(seed) % CHOICE_KINDS)};
	c.n = (uint16_t)(1 + test_random(seed) % 9);
	c.value = (uint16_t)(test_random(seed) % c.n);
	c.thread = test_random(seed) % 8 ? (uint16_t)(test_random(seed) % MAX_THREADS) : NO_THREAD;
	return c;
}

static char *random_text(uint64_t *seed)
{
	size_t n = test_random(seed) % 20;
	char *s = mem_alloc(n + 1);
	for (size_t i = 0; i < n; i++)
		s[i] = (char)(1 + test_random(seed) % 255);
	return s;
}

static void random_finding(struct recorded_finding *f, uint64_t *seed)
{
	*f = (struct recorded_finding){.thread = NO_THREAD};
	if (test_random(seed) % 3 == 0)
		return;
	f->known = true;
	f->kind = (uint8_t)(test_random(seed) % FINDING_COUNT);
	if (test_random(seed) % 4)
		f->thread = (uint16_t)(test_random(seed) % MAX_THREADS);
	if (test_random(seed) % 4)
		f->message = random_text(seed);
	if (test_random(seed) % 4) {
		f->file = random_text(seed);
		f->line = (uint32_t)test_random(seed);
		f->function = test_random(seed) % 4 ? random_text(seed) : NULL;
	}
}

static void random_minimised(struct minimised *m, uint64_t *seed)
{
	if (test_random(seed) % 2)
		return;
	m->known = true;
	m->complete = test_random(seed) % 2;
	m->out_of_time = test_random(seed) % 2;
	m->from = (struct schedule_size){(uint32_t)test_random(seed), (uint32_t)test_random(seed)};
	m->to = (struct schedule_size){(uint32_t)test_random(seed) % 9, 3};
	for (size_t n = test_random(seed) % 20; n--;)
		vec_push(&m->passing, random_choice(seed));
}

/* Of choices that there are. */
static void random_judged(struct schedule *s, uint64_t *seed)
{
	for (uint32_t i = 0; s->minimised.known && i < s->choices.n; i++)
		if (test_random(seed) % 8 == 0)
			vec_push(&s->minimised.judged, (struct judged){i, test_random(seed) % 2});
}

static void make_random(struct schedule *s, uint64_t *seed)
{
	*s = (struct schedule){.pp_set = PP_SET_YIELD};
	s->pp_set |= (uint32_t)test_random(seed) & PP_SET_EVERYWHERE;
	for (size_t n = test_random(seed) % 3; n--;)
		vec_push(&s->points, str_format("a\\\n%u.c:%u", (unsigned)test_random(seed), 7u));
	if (test_random(seed) % 4)
		s->program = random_text(seed);
	if (test_random(seed) % 4)
		s->build_id = str_copy("00ff");
	random_finding(&s->finding, seed);
	for (size_t n = test_random(seed) % 4; n--;)
		vec_push(&s->options, random_text(seed));
	for (size_t n = test_random(seed) % 4; n--;)
		vec_push(&s->args, random_text(seed));
	for (size_t n = test_random(seed) % 60; n--;) {
		struct choice c = random_choice(seed);
		for (size_t times = 1 + test_random(seed) % 5; times--;)
			vec_push(&s->choices, c);
	}
	random_minimised(&s->minimised, seed);
	random_judged(s, seed);
}

static void same_text(const char *a, const char *b)
{
	assert_int_equal(a == NULL, b == NULL);
	if (a)
		assert_string_equal(a, b);
}

static void same_minimised(const struct minimised *a, const struct minimised *b)
{
	assert_int_equal(a->known, b->known);
	assert_int_equal(a->complete, b->complete);
	assert_int_equal(a->out_of_time, b->out_of_time);
	assert_memory_equal(&a->from, &b->from, sizeof(a->from));
	assert_memory_equal(&a->to, &b->to, sizeof(a->to));
	assert_int_equal(a->judged.n, b->judged.n);
	for (size_t i = 0; i < a->judged.n; i++) {
		assert_int_equal(a->judged.at[i].choice, b->judged.at[i].choice);
		assert_int_equal(a->judged.at[i].necessary, b->judged.at[i].necessary);
	}
	assert_int_equal(a->passing.n, b->passing.n);
	if (a->passing.n)
		assert_memory_equal(a->passing.at, b->passing.at,
		                    a->passing.n * sizeof(struct choice));
}

static void same_schedule(const struct schedule *a, const struct schedule *b)
{
	same_text(a->program, b->program);
	same_text(a->build_id, b->build_id);
	assert_int_equal(a->pp_set, b->pp_set);
	assert_true(strings_equal(&a->points, &b->points));
	assert_int_equal(a->finding.known, b->finding.known);
	assert_int_equal(a->finding.kind, b->finding.kind);
	assert_int_equal(a->finding.thread, b->finding.thread);
	assert_int_equal(a->finding.line, b->finding.line);
	same_text(a->finding.message, b->finding.message);
	same_text(a->finding.file, b->finding.file);
	same_text(a->finding.function, b->finding.function);
	assert_int_equal(a->options.n, b->options.n);
	for (size_t i = 0; i < a->options.n; i++)
		assert_string_equal(a->options.at[i], b->options.at[i]);
	assert_int_equal(a->args.n, b->args.n);
	for (size_t i = 0; i < a->args.n; i++)
		assert_string_equal(a->args.at[i], b->args.at[i]);
	assert_int_equal(a->choices.n, b->choices.n);
	if (a->choices.n)
		assert_memory_equal(a->choices.at, b->choices.at,
		                    a->choices.n * sizeof(struct choice));
	same_minimised(&a->minimised, &b->minimised);
}

static void round_trips(void **state)
{
	uint64_t seed = 42;
	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct schedule before, after;
		struct buf b = {0};
		make_random(&before, &seed);
		schedule_encode(&b, &before);
		struct result r = schedule_parse(&after, (const char *)b.at, b.n);
		assert_null(r.error);
		same_schedule(&before, &after);
		schedule_release(&before);
		schedule_release(&after);
		buf_release(&b);
	}
}

static bool parses(const char *text, size_t n)
{
	struct schedule s;
	struct result r = schedule_parse(&s, text, n);
	bool ok = !result_failed(r);
	result_release(&r);
	schedule_release(&s);
	return ok;
}

static void every_cut_is_noticed(void **state)
{
	uint64_t seed = 7;
	(void)state;
	for (int i = 0; i < 50; i++) {
		struct schedule s;
		struct buf b = {0};
		make_random(&s, &seed);
		schedule_encode(&b, &s);
		/* Without the last newline it is still whole. */
		assert_true(parses((const char *)b.at, b.n - 1));
		for (size_t n = 0; n + 1 < b.n; n++)
			assert_false(parses((const char *)b.at, n));
		schedule_release(&s);
		buf_release(&b);
	}
}

static void noise_never_crashes(void **state)
{
	uint64_t seed = 99;
	(void)state;
	for (int i = 0; i < 5000; i++) {
		struct schedule s;
		struct buf b = {0};
		make_random(&s, &seed);
		schedule_encode(&b, &s);
		for (size_t k = 1 + test_random(&seed) % 8; k--;)
			b.at[test_random(&seed) % b.n] = (uint8_t)test_random(&seed);
		parses((const char *)b.at, b.n);
		for (size_t k = 0; k < b.n; k++)
			b.at[k] = (uint8_t)test_random(&seed);
		assert_false(parses((const char *)b.at, b.n));
		schedule_release(&s);
		buf_release(&b);
	}
}

static void messages(void **state)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
	        {"", "line 1: the file is empty"},
	        {"hello\n", "line 1: not a schedule file; its first line is 'scree-schedule 4'"},
	        {"scree-schedule 5\n",
	         "line 1: format version 5; this scree reads versions 1 to 4"},
	        {"scree-schedule 0\n",
	         "line 1: format version 0; this scree reads versions 1 to 4"},
	        {"scree-schedule 3\nminimized 5/9 1/3 complete\n",
	         "line 2: 'minimized' is no header that this version knows"},
	        {"scree-schedule 3\npassing\n",
	         "line 2: 'passing' is neither a header line nor 'choices'"},
	        {"scree-schedule 4\nminimized 5/9 1/3\n",
	         "line 2: '5/9 1/3' does not say what was minimized; that looks like 5/9 1/3 "
	         "complete"},
	        {"scree-schedule 4\nminimized 5/9 1/3 nearly\n",
	         "line 2: '5/9 1/3 nearly' does not say what was minimized; that looks like 5/9 "
	         "1/3 complete"},
	        {"scree-schedule 4\nminimized 1/1 1/1 complete\nminimized 1/1 1/1 complete\n",
	         "line 3: a second 'minimized' line"},
	        {"scree-schedule 4\nnecessary 0\n",
	         "line 2: 'necessary' needs the number of a choice"},
	        {"scree-schedule 4\nnecessary 2\nneedless 2\n",
	         "line 3: 'needless 2' after a line about a later choice, or the same"},
	        {"scree-schedule 4\nnecessary 1\nchoices\n",
	         "line 3: a 'necessary' or 'needless' line without a 'minimized' line"},
	        {"scree-schedule 4\nminimized 1/1 1/1 complete\nnecessary 2\nchoices\n"
	         "t0/2@0\nend 1\n",
	         "line 6: a 'necessary' or 'needless' line about choice 2, and there are 1"},
	        {"scree-schedule 4\npassing\n",
	         "line 2: a 'passing' line without a 'minimized' line before it"},
	        {"scree-schedule 4\nminimized 1/1 1/1 complete\npassing\nend 0\npassing\n",
	         "line 5: a second 'passing' line"},
	        {"scree-schedule 1\nfinding deadlock\n",
	         "line 2: 'finding' is no header that this version knows"},
	        {"scree-schedule 2\nfinding boredom\n",
	         "line 2: 'boredom' is no kind of finding that this version knows"},
	        {"scree-schedule 2\nfinding leak\nfinding leak\n",
	         "line 3: a second 'finding' line"},
	        {"scree-schedule 2\nat nowhere\n",
	         "line 2: 'nowhere' is no place; one looks like queue.c:12 push"},
	        {"scree-schedule 2\nat a.c:1\nat a.c:1\n", "line 3: a second 'at' line"},
	        {"scree-schedule 2\nat a.c:1 \\x\n",
	         "line 2: a wrong escape in a place; only \\x01 to \\xff are known"},
	        {"scree-schedule 2\nthread 256\n", "line 2: a thread is a number below 256"},
	        {"scree-schedule 2\nthread 1\nthread 2\n", "line 3: a second 'thread' line"},
	        {"scree-schedule 2\nmessage lost\nchoices\n",
	         "line 3: a 'message', 'at' or 'thread' line without a 'finding' line"},
	        {"scree-schedule 1\nwhat ever\n",
	         "line 2: 'what' is no header that this version knows"},
	        {"scree-schedule 1\nprogram a\nprogram b\n", "line 3: a second 'program' line"},
	        {"scree-schedule 1\narg \\x0\n",
	         "line 2: a wrong escape in '\\x0'; only \\x01 to \\xff are known"},
	        {"scree-schedule 1\nchoices\nt0/2@0 t9\n",
	         "line 3: 't9' is no choice; one looks like t1/2@0 or t1/2@0*12"},
	        {"scree-schedule 1\nchoices\nw2/2@0\n",
	         "line 3: 'w2/2@0' is no choice; one looks like t1/2@0 or t1/2@0*12"},
	        {"scree-schedule 1\nchoices\nt0/2@0*4194304 t0/2@0\n",
	         "line 3: more than 4194304 choices"},
	        {"scree-schedule 1\nchoices\nt0/2@0\nend 2\n",
	         "line 4: 1 choices where the last line promises 2; the file is damaged"},
	        {"scree-schedule 1\nchoices\nt0/2@0\n",
	         "line 4: the file ends before its 'end' line; it is cut off"},
	        {"scree-schedule 1\nchoices\nend 0\nmore\n", "line 4: text after the 'end' line"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct schedule s;
		struct result r = schedule_parse(&s, cases[i].text, strlen(cases[i].text));
		assert_non_null(r.error);
		assert_string_equal(r.error, cases[i].message);
		result_release(&r);
		schedule_release(&s);
	}
}

static void comments_and_line_ends(void **state)
{
	static const char text[] = "# recorded by hand\r\nscree-schedule 1\r\n\r\nchoices\r\n"
	                           "# the first switch\r\nt1/2@-\tt1/2@1*3\r\nend 4\r\n# over\n";
	struct schedule s;
	(void)state;
	struct result r = schedule_parse(&s, text, sizeof(text) - 1);
	assert_null(r.error);
	assert_int_equal(s.pp_set, PP_SET_EVERYWHERE);
	assert_int_equal(s.choices.n, 4);
	assert_int_equal(s.choices.at[0].thread, NO_THREAD);
	assert_int_equal(s.choices.at[3].value, 1);
	schedule_release(&s);
}

static void a_finding_is_read(void **state)
{
	static const char text[] = "scree-schedule 2\nfinding deadlock\nmessage nobody can run\n"
	                           "at dir/odd\\x3aname.c:12 push<int, 3>\nthread 3\n"
	                           "choices\nend 0\n";
	struct schedule s;
	(void)state;
	struct result r = schedule_parse(&s, text, sizeof(text) - 1);
	assert_null(r.error);
	assert_true(s.finding.known);
	assert_int_equal(s.finding.kind, FINDING_DEADLOCK);
	assert_string_equal(s.finding.message, "nobody can run");
	assert_string_equal(s.finding.file, "dir/odd:name.c");
	assert_int_equal(s.finding.line, 12);
	assert_string_equal(s.finding.function, "push<int, 3>");
	assert_int_equal(s.finding.thread, 3);
	schedule_release(&s);
}

/* Places came with version 3. */
static void places_are_read(void **state)
{
	static const char text[] = "scree-schedule 3\npp lock,queue.c:12\nchoices\nend 0\n";
	char old[sizeof(text)];
	struct schedule s;
	(void)state;
	struct result r = schedule_parse(&s, text, sizeof(text) - 1);
	assert_null(r.error);
	assert_int_equal(s.pp_set, PP_SET_YIELD | PP_BIT(PP_LOCK));
	assert_int_equal(s.points.n, 1);
	assert_string_equal(s.points.at[0], "queue.c:12");
	schedule_release(&s);
	memcpy(old, text, sizeof(old));
	*strchr(old, '3') = '2';
	r = schedule_parse(&s, old, sizeof(old) - 1);
	assert_non_null(strstr(r.error, "'queue.c:12' is no class of preemption points"));
	result_release(&r);
	schedule_release(&s);
}

static void bad_choices_are_found(void **state)
{
	struct choice at[] = {{.n = 2, .value = 1}, {.kind = CHOICE_USER, .n = 3, .value = 3}};
	(void)state;
	choice_vec v = {.at = at, .n = 2, .cap = 2};
	assert_int_equal(choices_first_bad(&v), 1);
	at[1].value = 2;
	assert_int_equal(choices_first_bad(&v), 2);
	at[0].thread = MAX_THREADS;
	assert_int_equal(choices_first_bad(&v), 0);
	at[0].thread = 0;
	at[0].kind = CHOICE_KINDS;
	assert_int_equal(choices_first_bad(&v), 0);
}

static void pp_words(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
	        {"everywhere", "everywhere"},
	        {"all", "all"},
	        {"yield", "yield"},
	        {"lock,unlock", "lock,unlock"},
	        {"unlock,yield,lock", "lock,unlock"},
	        {"all,memory", "everywhere"},
	        {"queue.c:12", "yield,queue.c:12"},
	        {"lock,src/a b.c:3,0x401136,libq.so+0x10",
	         "lock,src/a b.c:3,0x401136,libq.so+0x10"},
	        {"x.c:1,all", "all,x.c:1"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint32_t set = 0;
		struct buf b = {0};
		string_vec points = {0};
		assert_null(pp_set_parse(cases[i].in, &set, &points).error);
		pp_set_format(&b, set, &points);
		assert_string_equal(buf_cstr(&b), cases[i].out);
		strings_release(&points);
		buf_release(&b);
	}
	static const char *const bad[] = {"",     "lock,", ",lock",          "never",
	                                  "Lock", "locks", "lock,queue.c:12"};
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		uint32_t set = 0;
		struct result r = pp_set_parse(bad[i], &set, NULL);
		assert_true(result_failed(r));
		result_release(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(round_trips),
	        cmocka_unit_test(every_cut_is_noticed),
	        cmocka_unit_test(noise_never_crashes),
	        cmocka_unit_test(messages),
	        cmocka_unit_test(comments_and_line_ends),
	        cmocka_unit_test(a_finding_is_read),
	        cmocka_unit_test(places_are_read),
	        cmocka_unit_test(bad_choices_are_found),
	        cmocka_unit_test(pp_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
