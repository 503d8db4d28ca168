/* SPDX-License-Identifier: MIT */
/* Sets of preemption points, against a model that lists every operation they stop at. */
#include "tests/unit/jobs/deepening_sim.h"

static void canonical(void **state)
{
	struct job_point in_two = {.pc = 20, .thread = 2};
	struct job_point any = sim_point(20);
	struct job_point called = {.pc = 20, .thread = ANY_THREAD, .callsite = 7};
	(void)state;
	struct job_set a = SET(PP_BIT(PP_LOCK), 30, 10);
	struct job_set b = SET(PP_BIT(PP_LOCK), 10, 30);
	assert_true(job_set_equal(&a, &b));
	assert_true(job_set_add(&a, &in_two));
	assert_true(job_set_add(&a, &called));
	assert_int_equal(a.points.n, 4);
	assert_int_equal(job_set_size(&a), 5);
	/* The wider point takes the place of the narrower ones. */
	assert_true(job_set_add(&a, &any));
	assert_false(job_set_add(&a, &in_two));
	assert_int_equal(a.points.n, 3);
	assert_true(job_set_strictly_within(&b, &a));
	assert_false(job_set_within(&a, &b));
	job_set_release(&a);
	job_set_release(&b);
}

static void everywhere_contains_all(void **state)
{
	(void)state;
	struct job_set a = SET(PP_SET_ALL, 10, 30);
	struct job_set everywhere = job_set_of(PP_SET_EVERYWHERE);
	struct job_point p = sim_point(99);
	assert_true(job_set_strictly_within(&a, &everywhere));
	assert_false(job_set_add(&everywhere, &p));
	job_set_add_all(&a, &everywhere);
	assert_true(job_set_equal(&a, &everywhere));
	/* Plain accesses alone are not everywhere: the pc of an atomic operation is not in it. */
	struct job_set memory = job_set_of(PP_BIT(PP_MEMORY));
	assert_false(job_set_has(&memory, &p));
	job_set_release(&a);
	job_set_release(&memory);
}

static void a_class_has_its_operations(void **state)
{
	struct job_point atomic = {.pc = 10, .thread = ANY_THREAD, .class = PP_ATOMIC};
	struct job_point lock = {.pc = 10, .thread = ANY_THREAD, .class = PP_LOCK};
	struct job_point plain = sim_point(10);
	(void)state;
	struct job_set a = job_set_of(PP_BIT(PP_ATOMIC)), b = job_set_of(0);
	assert_false(job_set_add(&a, &atomic));
	assert_true(job_set_add(&a, &lock));
	assert_true(job_set_add(&a, &plain));
	/* One place, three kinds of operation: a class that comes later takes its own along. */
	assert_true(job_set_add(&b, &plain));
	assert_true(job_set_add(&b, &atomic));
	assert_true(job_set_add(&b, &lock));
	assert_int_equal(b.points.n, 3);
	assert_true(job_set_strictly_within(&b, &a));
	job_set_add_all(&b, &a);
	assert_true(job_set_equal(&a, &b));
	assert_int_equal(b.points.n, 2);
	assert_true(job_set_has(&b, &plain));
	job_set_release(&a);
	job_set_release(&b);
}

static void name_pc(struct buf *b, uint64_t pc, void *arg)
{
	buf_printf(b, "%s:%d", (const char *)arg, (int)pc);
}

static void words(void **state)
{
	static char file[] = "q.c";
	struct buf b = {0};
	struct job_point p = {.pc = 31, .thread = 2, .callsite = 7};
	(void)state;
	struct job_set s = SET(PP_BIT(PP_LOCK) | PP_BIT(PP_SIGNAL), 16);
	job_set_add(&s, &p);
	job_set_text(&b, &s, NULL, NULL);
	assert_string_equal(buf_cstr(&b),
	                    "yield, lock, signal, 0x10, 0x1f called from 0x7 in thread 2");
	buf_clear(&b);
	job_set_text(&b, &s, name_pc, file);
	assert_string_equal(buf_cstr(&b),
	                    "yield, lock, signal, q.c:16, q.c:31 called from q.c:7 in thread 2");
	job_set_release(&s);
	buf_clear(&b);
	s = job_set_of(PP_SET_ALL);
	job_set_text(&b, &s, NULL, NULL);
	assert_string_equal(buf_cstr(&b), "yield, all synchronization");
	buf_clear(&b);
	s = job_set_of(PP_SET_EVERYWHERE);
	job_set_text(&b, &s, NULL, NULL);
	assert_string_equal(buf_cstr(&b), "everywhere");
	buf_release(&b);
}

/*
 * The model: one bit for each (pc, caller, thread) out of 3 * 2 * 2, for plain accesses and again
 * for locks; what a point stops at. The class of locks stops at all of the latter, and elsewhere.
 */
#define MODEL_LOCK (0xfffu << 12 | 1u << 24)

static uint32_t model_of(const struct job_point *p)
{
	uint32_t bits = 0;
	for (unsigned i = 0; i < 12; i++) {
		bool same_caller = p->callsite == ANY_CALLSITE || p->callsite == 1 + i / 3 % 2;
		bool same_thread = p->thread == ANY_THREAD || p->thread == i / 6;
		if (p->pc == i % 3 && same_caller && same_thread)
			bits |= 1u << i;
	}
	return p->class == PP_LOCK ? bits << 12 : bits;
}

static struct job_set random_set(uint64_t *seed, uint32_t *model)
{
	struct job_set s = job_set_of(test_random(seed) & PP_BIT(PP_LOCK));
	*model = s.classes & PP_BIT(PP_LOCK) ? MODEL_LOCK : 0;
	for (uint64_t n = test_random(seed) % 6; n; n--) {
		uint64_t r = test_random(seed);
		struct job_point p = {
		        .pc = r % 3,
		        .callsite = (r >> 8) % 3, /* 0 is any */
		        .thread = (r >> 16) % 3 == 2 ? ANY_THREAD : (r >> 16) % 3,
		        .class = (r >> 24) % 2 ? PP_LOCK : PP_NEVER,
		};
		uint32_t before = *model;
		*model |= model_of(&p);
		bool added = job_set_add(&s, &p);
		/* Points that only together cover another one do not count as covering it. */
		assert_true(added || *model == before);
	}
	return s;
}

static void as_the_model(void **state)
{
	uint64_t seed = 11;
	unsigned within = 0;
	(void)state;
	for (unsigned i = 0; i < 20000; i++) {
		uint32_t ma, mb;
		struct job_set a = random_set(&seed, &ma);
		struct job_set b = random_set(&seed, &mb);
		/* Never called within where it is not. */
		if (job_set_within(&a, &b)) {
			assert_int_equal(ma & ~mb, 0);
			within++;
		}
		assert_int_equal(job_set_equal(&a, &b),
		                 job_set_within(&a, &b) && job_set_within(&b, &a));
		assert_true(!job_set_equal(&a, &b) || ma == mb);
		job_set_add_all(&a, &b);
		assert_true(job_set_within(&b, &a));
		struct job_set copy = job_set_copy(&a);
		job_set_add_all(&copy, &b);
		assert_true(job_set_equal(&a, &copy));
		for (size_t k = 1; k < a.points.n; k++)
			assert_true(job_point_compare(&a.points.at[k - 1], &a.points.at[k]) < 0);
		job_set_release(&a);
		job_set_release(&b);
		job_set_release(&copy);
	}
	assert_true(within > 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(canonical),
	        cmocka_unit_test(everywhere_contains_all),
	        cmocka_unit_test(a_class_has_its_operations),
	        cmocka_unit_test(words),
	        cmocka_unit_test(as_the_model),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
