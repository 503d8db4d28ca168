/* SPDX-License-Identifier: MIT */
/*
 * The table of operations is as tests/unit/event/op_expected.h lists it, which says why it is
 * listed there again. The last test changes every cell of every row in turn and expects to be
 * caught.
 */
#include "tests/unit/unit.h"

#include "report/story_internal.h"
#include "tests/oracle/machine.h"
#include "tests/unit/event/op_expected.h"

#include <string.h>

/* --- how the table is compared with it ---------------------------------------------------- */

/* No group has the rest of the operations: each is in exactly one. */
#define NO_REST UINT32_MAX

struct column {
	const char *name;
	size_t offset; /* of its byte in struct op_info */
	const struct group *groups;
	size_t n;
	unsigned rest; /* the value of operations that no group lists */
};

#define COLUMN(field, rest)                                                                        \
	{                                                                                          \
#field, offsetof(struct op_info, field), field##_groups,                           \
		        sizeof(field##_groups) / sizeof(*field##_groups), rest                     \
	}
static const struct column columns[] = {
        COLUMN(pp, NO_REST),         COLUMN(dep, NO_REST),      COLUMN(object, NO_REST),
        COLUMN(action, ACTION_NONE), COLUMN(sleep, SLEEP_NONE), COLUMN(arg, ARG_NONE),
        COLUMN(waits, WAIT_NEVER),   COLUMN(stable, NO_REST),   COLUMN(idle, NO_REST),
};
#define N_COLUMNS (sizeof(columns) / sizeof(*columns))
#define N_FLAGS   (sizeof(flag_groups) / sizeof(*flag_groups))

static bool lists(const struct group *g, const char *text)
{
	size_t n = strlen(text);
	for (const char *at = g->ops; (at = strstr(at, text)); at += n) {
		bool starts = at == g->ops || at[-1] == ' ';
		if (starts && (at[n] == ' ' || at[n] == '\0'))
			return true;
	}
	return false;
}

static uint8_t *cell(struct op_info *row, const struct column *c)
{
	return (uint8_t *)row + c->offset;
}

/* The value that the lists give it; NO_REST: none, or two. */
static unsigned listed_value(const struct column *c, const char *text)
{
	unsigned value = c->rest, found = 0;
	for (size_t i = 0; i < c->n; i++)
		if (lists(&c->groups[i], text)) {
			value = c->groups[i].value;
			found++;
		}
	return found > 1 ? NO_REST : value;
}

static unsigned listed_flags(const char *text)
{
	unsigned flags = 0;
	for (size_t i = 0; i < N_FLAGS; i++)
		if (lists(&flag_groups[i], text))
			flags |= flag_groups[i].value;
	return flags;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Which column of the row is not as expected; NULL: none. */
static const char *wrong_column(unsigned kind, struct op_info *row, const struct op_words *words)
{
	const struct expected_words *w = &expected_words[kind];
	if (!same_text(row->text, w->text))
		return "text";
	if (!same_text(words->verb, w->verb) || !same_text(words->failed, w->failed))
		return "words";
	for (size_t i = 0; i < N_COLUMNS; i++)
		if (*cell(row, &columns[i]) != listed_value(&columns[i], w->text))
			return columns[i].name;
	return row->flags == listed_flags(w->text) ? NULL : "flags";
}

/* --- tests -------------------------------------------------------------------------------- */

static void every_cell_is_as_listed(void **state)
{
	(void)state;
	for (unsigned kind = 0; kind < OP_COUNT; kind++) {
		struct op_info row = op_info[kind];
		const char *wrong = wrong_column(kind, &row, &op_words[kind]);
		if (wrong)
			fail_msg("event/op.def, %s: column %s is not as this test lists it",
			         row.text, wrong);
	}
}

/* A misspelt text in a list would silently put an operation into the rest. */
static void lists_name_operations_only(void **state)
{
	(void)state;
	for (size_t c = 0; c <= N_COLUMNS; c++) {
		const struct group *groups = c < N_COLUMNS ? columns[c].groups : flag_groups;
		size_t n = c < N_COLUMNS ? columns[c].n : N_FLAGS;
		for (size_t g = 0; g < n; g++) {
			size_t length = 0, blanks = 0;
			for (unsigned kind = 0; kind < OP_COUNT; kind++)
				if (lists(&groups[g], op_info[kind].text)) {
					length += strlen(op_info[kind].text) + 1;
					blanks++;
				}
			assert_true(blanks > 0);
			assert_int_equal(length, strlen(groups[g].ops) + 1);
		}
	}
}

static void every_class_is_as_listed(void **state)
{
	(void)state;
	for (unsigned i = 0; i < DEP_COUNT; i++) {
		assert_int_equal(expected_deps[i].dep, i);
		assert_int_equal(dep_info[i].bytes, expected_deps[i].bytes);
		assert_int_equal(dep_info[i].flags, expected_deps[i].flags);
	}
}

/* Columns that say the same thing twice, from two sides. */
static void columns_agree(void **state)
{
	(void)state;
	for (unsigned kind = 0; kind < OP_COUNT; kind++) {
		const struct op_info *op = &op_info[kind];
		bool access = op->flags & (OPF_PLAIN | OPF_ATOMIC);
		bool sync = dep_info[op->dep].bytes == BYTES_OBJECT;
		assert_true(!access || (op->flags & OPF_VALUE && op->object == ON_MEMORY));
		assert_true(!(op->flags & OPF_READS) || op->flags & OPF_VALUE);
		assert_true(!(op->flags & OPF_TIMED) || op->waits != WAIT_NEVER);
		assert_true(!(op->flags & OPF_WOKEN) || op->waits != WAIT_NEVER);
		assert_true(!(op->flags & OPF_SETUP) || op->dep == DEP_WRITE);
		assert_true(!(op->flags & OPF_TELLS) || op->object == ON_FUTEX);
		assert_int_equal(op->arg == ARG_CHILD, op->dep == DEP_CREATE);
		assert_int_equal(op->arg == ARG_WOKEN, op->sleep == SLEEP_WAKES_ONE);
		assert_int_equal(op->arg == ARG_WOKEN, op->idle == IDLE_NOBODY);
		assert_int_equal(op->arg == ARG_QUEUE, op->sleep == SLEEP_MOVES);
		assert_int_equal(op->arg == ARG_MUTEX, op->action == ACTION_UNLOCK);
		assert_true(op->sleep == SLEEP_NONE || op->stable != STABLE_ALWAYS ||
		            op->dep == DEP_COND_WAIT);
		assert_true(!sync || (op->object != ON_NOTHING && op->object != ON_MEMORY));
	}
}

/*
 * The simulated machine of tests/oracle has instructions for every operation but these, whose
 * dependency class another operation of the machine has too.
 */
static const struct group machine_groups[] = {
        {0, /* what an instruction may turn out to be when it runs */
         "begin relock wait-timeout reacquire barrier-leave once-pass futex-timeout futex-return"},
        {1, /* what only native programs do */
         "await-exit detach preempt atomic-begin fence mutex-destroy rwlock-init rwlock-destroy "
         "cond-init cond-destroy sem-init sem-destroy barrier-init barrier-destroy io file-lock "
         "file-trylock file-unlock return"},
};

static void machine_knows_the_rest(void **state)
{
	(void)state;
	bool has_dep[DEP_COUNT] = {false};
	bool has_op[OP_COUNT] = {false};
	for (unsigned i = 0; i < I_COUNT; i++)
		if (insn_info[i].op < OP_COUNT)
			has_op[insn_info[i].op] = true;
	for (unsigned kind = 0; kind < OP_COUNT; kind++) {
		bool turns = lists(&machine_groups[0], op_info[kind].text);
		bool native = lists(&machine_groups[1], op_info[kind].text);
		if (has_op[kind] + turns + native != 1)
			fail_msg("%s: in an instruction, or listed here, but not both",
			         op_info[kind].text);
		has_dep[op_info[kind].dep] |= !native;
	}
	for (unsigned dep = 0; dep < DEP_COUNT; dep++)
		assert_true(has_dep[dep]);
}

static void expect_caught(unsigned kind, struct op_info *row, const struct op_words *words,
                          const char *what)
{
	if (!wrong_column(kind, row, words))
		fail_msg("%s: nobody notices another %s", op_info[kind].text, what);
}

/* The test of this test. */
static void every_change_is_caught(void **state)
{
	(void)state;
	for (unsigned kind = 0; kind < OP_COUNT; kind++) {
		struct op_words words = op_words[kind], other;
		struct op_info row = op_info[kind];
		row.text = op_info[(kind + 1) % OP_COUNT].text;
		expect_caught(kind, &row, &words, "text");
		other = (struct op_words){"does something", words.failed};
		row = op_info[kind];
		expect_caught(kind, &row, &other, "verb");
		other = (struct op_words){words.verb, words.failed ? NULL : "fails"};
		expect_caught(kind, &row, &other, "verb for failures");
		for (size_t c = 0; c < N_COLUMNS; c++)
			for (unsigned value = 0; value < 32; value++) {
				row = op_info[kind];
				if (*cell(&row, &columns[c]) == value)
					continue;
				*cell(&row, &columns[c]) = (uint8_t)value;
				expect_caught(kind, &row, &words, columns[c].name);
			}
		for (unsigned bit = 0; bit < 16; bit++) {
			row = op_info[kind];
			row.flags ^= (uint16_t)(1u << bit);
			expect_caught(kind, &row, &words, "flag");
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(every_cell_is_as_listed),
	        cmocka_unit_test(lists_name_operations_only),
	        cmocka_unit_test(every_class_is_as_listed),
	        cmocka_unit_test(columns_agree),
	        cmocka_unit_test(machine_knows_the_rest),
	        cmocka_unit_test(every_change_is_caught),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
