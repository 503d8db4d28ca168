/* SPDX-License-Identifier: MIT */
/*
 * The accesses of each dependency class, written out: a second statement of the columns of
 * event/dep.def that the explorer uses. The oracle compares the dependency relation that they
 * encode with its own, but some cells only matter for which reversals are planned, and there a
 * mistake may stay unseen for many programs.
 *
 * A word is TAG:GROUP:ROLE. Bytes are memory accesses; "bytes/T" are those of a synchronization
 * object that is used under the tag T.
 */
#include "tests/unit/unit.h"

#include "explore/access.h"

#include <stdio.h>
#include <string.h>

#define NO_CUT "-"

static const struct {
	enum dep_class dep;
	enum op_kind kind; /* one of the class */
	const char *first; /* as the first operation of its step */
	const char *later; /* as another one */
	const char *failed;
	const char *cut; /* NO_CUT: nothing */
} expected[DEP_COUNT] = {
        {DEP_NONE, OP_FENCE, "", "", "", NO_CUT},
        {DEP_READ, OP_READ, "bytes:shared:plain", "bytes:shared:plain", "bytes:shared:plain",
         NO_CUT},
        {DEP_WRITE, OP_WRITE, "bytes:exclusive:plain", "bytes:exclusive:plain",
         "bytes:shared:plain", NO_CUT},
        {DEP_ACQUIRE, OP_MUTEX_LOCK, "lock:exclusive:block bytes/lock:shared:plain",
         "lock:exclusive:grab bytes/lock:shared:plain",
         "lock:exclusive:block bytes/lock:shared:plain",
         "lock:observe:plain bytes/lock:shared:plain"},
        {DEP_TRY_ACQUIRE, OP_MUTEX_TRYLOCK, "lock:exclusive:grab bytes/lock:shared:plain",
         "lock:exclusive:grab bytes/lock:shared:plain",
         "lock:observe:plain bytes/lock:shared:plain",
         "lock:observe:plain bytes/lock:shared:plain"},
        {DEP_RELEASE, OP_MUTEX_UNLOCK, "lock:exclusive:free bytes/lock:shared:plain",
         "lock:exclusive:free bytes/lock:shared:plain",
         "lock:exclusive:free bytes/lock:shared:plain", NO_CUT},
        {DEP_ACQUIRE_SHARED, OP_RWLOCK_RDLOCK, "lock:shared:block bytes/lock:shared:plain",
         "lock:shared:grab bytes/lock:shared:plain", "lock:shared:block bytes/lock:shared:plain",
         "lock:effect:plain bytes/lock:shared:plain"},
        {DEP_TRY_ACQUIRE_SHARED, OP_RWLOCK_TRYRDLOCK, "lock:shared:grab bytes/lock:shared:plain",
         "lock:shared:grab bytes/lock:shared:plain", "lock:effect:plain bytes/lock:shared:plain",
         "lock:effect:plain bytes/lock:shared:plain"},
        {DEP_RELEASE_SHARED, OP_RWLOCK_RDUNLOCK, "lock:shared:free bytes/lock:shared:plain",
         "lock:shared:free bytes/lock:shared:plain", "lock:shared:free bytes/lock:shared:plain",
         NO_CUT},
        {DEP_COND_WAIT, OP_COND_WAIT,
         "queue:shared:plain lock@arg:exclusive:free bytes/queue:shared:plain",
         "queue:shared:plain lock@arg:exclusive:free bytes/queue:shared:plain",
         "queue:shared:plain lock@arg:exclusive:free bytes/queue:shared:plain", NO_CUT},
        {DEP_COND_TIMEOUT, OP_COND_TIMEOUT, "queue:shared:plain bytes/queue:shared:plain",
         "queue:shared:plain bytes/queue:shared:plain",
         "queue:shared:plain bytes/queue:shared:plain", NO_CUT},
        {DEP_COND_SIGNAL, OP_COND_SIGNAL,
         "queue:exclusive:plain wake@arg:exclusive:plain bytes/queue:shared:plain",
         "queue:exclusive:plain wake@arg:exclusive:plain bytes/queue:shared:plain",
         "queue:exclusive:plain wake@arg:exclusive:plain bytes/queue:shared:plain", NO_CUT},
        {DEP_COND_BROADCAST, OP_COND_BROADCAST, "queue:exclusive:plain bytes/queue:shared:plain",
         "queue:exclusive:plain bytes/queue:shared:plain",
         "queue:exclusive:plain bytes/queue:shared:plain", NO_CUT},
        {DEP_FUTEX_WAIT, OP_FUTEX_WAIT, "queue:shared:plain bytes:shared:plain",
         "queue:shared:plain bytes:shared:plain", "bytes:shared:plain", NO_CUT},
        {DEP_SEM_WAIT, OP_SEM_WAIT, "sem:exclusive:block bytes/sem:shared:plain",
         "sem:exclusive:grab bytes/sem:shared:plain", "sem:exclusive:block bytes/sem:shared:plain",
         "sem:observe:plain bytes/sem:shared:plain"},
        {DEP_SEM_TRYWAIT, OP_SEM_TRYWAIT, "sem:exclusive:grab bytes/sem:shared:plain",
         "sem:exclusive:grab bytes/sem:shared:plain", "sem:observe:plain bytes/sem:shared:plain",
         "sem:observe:plain bytes/sem:shared:plain"},
        {DEP_SEM_POST, OP_SEM_POST, "sem:shared:free bytes/sem:shared:plain",
         "sem:shared:free bytes/sem:shared:plain", "sem:shared:free bytes/sem:shared:plain",
         NO_CUT},
        {DEP_SEM_GETVALUE, OP_SEM_GETVALUE, "sem:observe:plain bytes/sem:shared:plain",
         "sem:observe:plain bytes/sem:shared:plain", "sem:observe:plain bytes/sem:shared:plain",
         NO_CUT},
        {DEP_BARRIER_ARRIVE, OP_BARRIER_ARRIVE,
         "barrier:exclusive:plain bytes/barrier:shared:plain",
         "barrier:exclusive:plain bytes/barrier:shared:plain",
         "barrier:exclusive:plain bytes/barrier:shared:plain", NO_CUT},
        {DEP_BARRIER_LEAVE, OP_BARRIER_LEAVE,
         "barrier:neutral:plain wake@self:effect:block bytes/barrier:shared:plain",
         "barrier:neutral:plain wake@self:effect:block bytes/barrier:shared:plain",
         "barrier:neutral:plain wake@self:effect:block bytes/barrier:shared:plain", NO_CUT},
        {DEP_CREATE, OP_THREAD_CREATE, "create@arg:exclusive:plain ids:exclusive:plain",
         "create@arg:exclusive:plain ids:exclusive:plain",
         "create@arg:exclusive:plain ids:exclusive:plain", NO_CUT},
        {DEP_BEGIN, OP_THREAD_BEGIN, "create@self:effect:block", "create@self:effect:block",
         "create@self:effect:block", NO_CUT},
        {DEP_EXIT, OP_THREAD_EXIT, "exit@self:exclusive:plain", "exit@self:exclusive:plain",
         "exit@self:exclusive:plain", NO_CUT},
        {DEP_JOIN, OP_THREAD_JOIN, "exit@arg:effect:block", "exit@arg:effect:plain",
         "exit@arg:effect:block", "exit@arg:effect:plain"},
        {DEP_TRY_JOIN, OP_THREAD_TRYJOIN, "exit@arg:effect:plain", "exit@arg:effect:plain",
         "exit@arg:effect:plain", NO_CUT},
};

/* Operations whose accesses are not those of their class alone. */
static const struct {
	enum op_kind kind;
	const char *first, *later;
} special[] = {
        {OP_ONCE_PASS, "lock:shared:pass bytes/lock:shared:plain",
         "lock:shared:plain bytes/lock:shared:plain"},
        {OP_COND_REACQUIRE, "lock:exclusive:block wake@self:effect:block bytes/lock:shared:plain",
         "lock:exclusive:grab wake@self:effect:block bytes/lock:shared:plain"},
        {OP_FUTEX_RETURN, "wake@self:effect:block", "wake@self:effect:block"},
        {OP_FUTEX_REQUEUE,
         "queue:exclusive:plain queue@arg:exclusive:plain bytes/queue:shared:plain",
         "queue:exclusive:plain queue@arg:exclusive:plain bytes/queue:shared:plain"},
};

/* --- accesses as words -------------------------------------------------------------------- */

static const char *const tags[] = {
        [TAG_MEMORY] = "bytes", [TAG_LOCK] = "lock",       [TAG_QUEUE] = "queue",
        [TAG_SEM] = "sem",      [TAG_BARRIER] = "barrier", [TAG_CREATE] = "create",
        [TAG_EXIT] = "exit",    [TAG_WAKE] = "wake",
};
static const char *const groups[GROUP_COUNT] = {
        [GROUP_EXCLUSIVE] = "exclusive", [GROUP_SHARED] = "shared",   [GROUP_OBSERVE] = "observe",
        [GROUP_EFFECT] = "effect",       [GROUP_NEUTRAL] = "neutral",
};
static const char *const roles[] = {
        [ROLE_PLAIN] = "plain", [ROLE_BLOCK] = "block", [ROLE_PASS] = "pass",
        [ROLE_GRAB] = "grab",   [ROLE_FREE] = "free",
};

#define ADDR 0x5000u
#define ARG  7u
#define SELF 3u

static const char *key_text(const struct access *a)
{
	if (a->tag == TAG_MEMORY)
		return a->key == ADDR ? "" : "?";
	return a->key == ADDR ? "" : a->key == ARG ? "@arg" : a->key == SELF ? "@self" : "?";
}

static void add_text(char *out, size_t size, const struct access *a)
{
	size_t n = strlen(out);
	bool ids = a->tag == TAG_MEMORY && a->key == 1;
	bool object = a->tag == TAG_MEMORY && a->units;
	snprintf(out + n, size - n, "%s%s%s%s%s:%s:%s", n ? " " : "", ids ? "ids" : tags[a->tag],
	         object ? "/" : "", object ? tags[a->units] : "", ids ? "" : key_text(a),
	         groups[a->group], roles[a->role]);
}

static void check(const access_vec *v, const char *want, enum op_kind kind, const char *when)
{
	char text[256] = "";
	for (size_t i = 0; i < v->n; i++)
		add_text(text, sizeof(text), &v->at[i]);
	if (strcmp(text, want) != 0)
		fail_msg("%s, %s: \"%s\", not \"%s\"", op_info[kind].text, when, text, want);
}

static void check_event(enum op_kind kind, uint8_t flags, bool first, const char *want)
{
	struct event e = {.addr = ADDR, .arg = ARG, .size = 8, .thread = SELF, .flags = flags};
	access_vec v = {0};
	e.kind = (uint8_t)kind;
	access_of_event(&v, &e, first);
	check(&v, want, kind, flags ? "failed" : first ? "first" : "later");
	vec_release(&v);
}

static void check_cut(enum op_kind kind, const char *want)
{
	struct event e = {.addr = ADDR, .arg = ARG, .size = 8, .thread = SELF};
	access_vec v = {0};
	e.kind = (uint8_t)kind;
	access_of_cut(&v, &e);
	check(&v, strcmp(want, NO_CUT) == 0 ? "" : want, kind, "cut");
	vec_release(&v);
}

/* --- tests -------------------------------------------------------------------------------- */

static void classes_touch_what_they_should(void **state)
{
	(void)state;
	for (unsigned i = 0; i < DEP_COUNT; i++) {
		enum op_kind kind = expected[i].kind;
		assert_int_equal(expected[i].dep, i);
		assert_int_equal(op_info[kind].dep, i);
		check_event(kind, 0, true, expected[i].first);
		check_event(kind, 0, false, expected[i].later);
		check_event(kind, EV_FAILED, true, expected[i].failed);
		check_cut(kind, expected[i].cut);
	}
}

static bool is_special(unsigned kind)
{
	for (size_t i = 0; i < sizeof(special) / sizeof(*special); i++)
		if (special[i].kind == kind)
			return true;
	return false;
}

/* Every other operation touches what its class does. */
static void operations_follow_their_class(void **state)
{
	(void)state;
	for (unsigned kind = 0; kind < OP_COUNT; kind++) {
		unsigned dep = op_info[kind].dep;
		if (is_special(kind))
			continue;
		check_event((enum op_kind)kind, 0, true, expected[dep].first);
		check_event((enum op_kind)kind, 0, false, expected[dep].later);
	}
	for (size_t i = 0; i < sizeof(special) / sizeof(*special); i++) {
		check_event(special[i].kind, 0, true, special[i].first);
		check_event(special[i].kind, 0, false, special[i].later);
	}
}

/* A semaphore's value goes with the access; a wait gives back a recursive mutex at once. */
static void units_are_kept(void **state)
{
	(void)state;
	struct event e = {.kind = OP_SEM_WAIT, .addr = ADDR, .arg = 300, .size = 32};
	access_vec v = {0};
	access_of_event(&v, &e, true);
	assert_int_equal(v.at[0].units, 255);
	vec_clear(&v);
	e.arg = 2;
	access_of_cut(&v, &e);
	assert_int_equal(v.at[0].units, 2);
	vec_clear(&v);
	e.kind = OP_COND_WAIT;
	access_of_event(&v, &e, true);
	assert_int_equal(v.at[1].tag, TAG_LOCK);
	assert_int_equal(v.at[1].units, ACCESS_FREE_ALL);
	vec_clear(&v);
	e.kind = OP_COND_SIGNAL;
	e.arg = NO_THREAD;
	access_of_event(&v, &e, true);
	for (size_t i = 0; i < v.n; i++)
		assert_int_not_equal(v.at[i].tag, TAG_WAKE);
	vec_release(&v);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(classes_touch_what_they_should),
	        cmocka_unit_test(operations_follow_their_class),
	        cmocka_unit_test(units_are_kept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
