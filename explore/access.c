/* SPDX-License-Identifier: MIT */
#include "explore/access.h"

static void add(access_vec *out, enum access_tag tag, uint64_t key, enum access_group group,
                enum access_role role)
{
	vec_push(out, (struct access){.key = key,
	                              .tag = (uint8_t)tag,
	                              .group = (uint8_t)group,
	                              .role = (uint8_t)role});
}

static void add_memory(access_vec *out, uint64_t addr, uint32_t size, bool write)
{
	if (size)
		vec_push(out, (struct access){.key = addr,
		                              .size = size,
		                              .tag = TAG_MEMORY,
		                              .group = write ? GROUP_EXCLUSIVE : GROUP_SHARED});
}

/* The bytes of a synchronization object: a read of them, see access.h. */
static void add_object(access_vec *out, const struct event *e, enum access_tag tag)
{
	if (!e->size)
		return;
	add_memory(out, e->addr, e->size, false);
	vec_last(out)->units = (uint8_t)tag;
}

/* No program has an object there. */
#define CREATION_ORDER 1

/* --- the rows of event/dep.def ------------------------------------------------------------ */

enum access_key { KEY_ADDR, KEY_ARG, KEY_THREAD };

/* Besides the groups: */
enum {
	GROUP_NONE = GROUP_COUNT, /* no access */
	GROUP_SAME                /* as if it had not failed */
};

struct dep_access {
	uint8_t tag;   /* enum access_tag */
	uint8_t key;   /* enum access_key */
	uint8_t group; /* these three: enum access_group, GROUP_NONE or GROUP_SAME */
	uint8_t failed;
	uint8_t cut;
	uint8_t bytes;   /* enum dep_bytes */
	uint8_t role[2]; /* enum access_role: not the first operation of its step; the first */
};

static const struct dep_access dep_access[DEP_COUNT] = {
#define DEP(name, tag_, key_, group_, role_, later_, failed_, cut_, bytes_, flags)                 \
	[DEP_##name] = {                                                                           \
	        .tag = TAG_##tag_,                                                                 \
	        .key = KEY_##key_,                                                                 \
	        .group = GROUP_##group_,                                                           \
	        .failed = GROUP_##failed_,                                                         \
	        .cut = GROUP_##cut_,                                                               \
	        .bytes = BYTES_##bytes_,                                                           \
	        .role = {ROLE_##later_, ROLE_##role_},                                             \
	},
#include "event/dep.def"
#undef DEP
};

static uint64_t key_of(const struct dep_access *d, const struct event *e)
{
	if (likely(d->key == KEY_ADDR))
		return e->addr;
	return d->key == KEY_ARG ? e->arg : e->thread;
}

/* The object that the event uses, apart from its bytes. */
static inline void add_use(access_vec *out, const struct dep_access *d, const struct event *e,
                           unsigned group, unsigned role)
{
	add(out, (enum access_tag)d->tag, key_of(d, e), (enum access_group)group,
	    (enum access_role)role);
	if (d->tag == TAG_SEM)
		vec_last(out)->units = e->arg > 255 ? 255 : (uint8_t)e->arg;
}

/* What the event does to the bytes at its address. */
static inline void add_bytes(access_vec *out, const struct dep_access *d, const struct event *e)
{
	switch ((enum dep_bytes)d->bytes) {
	case BYTES_NONE:
		break;
	case BYTES_READ:
		add_memory(out, e->addr, e->size, false);
		break;
	case BYTES_WRITE:
		add_memory(out, e->addr, e->size, !(e->flags & EV_FAILED));
		break;
	case BYTES_OBJECT:
		add_object(out, e, (enum access_tag)d->tag);
		break;
	}
}

/* What else the event uses, named by its argument. */
static void add_argument(access_vec *out, const struct event *e)
{
	switch ((enum op_arg)op_info[e->kind].arg) {
	case ARG_MUTEX:
		add(out, TAG_LOCK, e->arg, GROUP_EXCLUSIVE, ROLE_FREE);
		vec_last(out)->units = ACCESS_FREE_ALL;
		break;
	case ARG_WOKEN:
		if (e->arg != NO_THREAD)
			add(out, TAG_WAKE, e->arg, GROUP_EXCLUSIVE, ROLE_PLAIN);
		break;
	case ARG_QUEUE:
		add(out, TAG_QUEUE, e->arg, GROUP_EXCLUSIVE, ROLE_PLAIN);
		break;
	case ARG_CHILD:
		/* Ids are given in the order of creation: two creations are a race for them. */
		add_memory(out, CREATION_ORDER, 1, true);
		break;
	case ARG_THREAD: /* the key of a join; to detach is no conflict */
	case ARG_COND:   /* it has slept there, and does not any more */
	case ARG_NONE:
	case ARG_CHOICE:
	case ARG_ORDER:
	case ARG_SIZE:
	case ARG_UNITS:
	case ARG_INITIAL:
		break;
	}
}

/* --- events ------------------------------------------------------------------------------- */

static unsigned role_of(const struct dep_access *d, const struct op_info *op, bool first)
{
	/* Nothing is held after the function of a once was found run. */
	if (op->action == ACTION_PASS)
		return first ? ROLE_PASS : ROLE_PLAIN;
	return d->role[first];
}

void access_of_event(access_vec *out, const struct event *e, bool first)
{
	const struct op_info *op = &op_info[e->kind];
	const struct dep_access *d = &dep_access[op->dep];

	if (d->group != GROUP_NONE) {
		bool failed = e->flags & EV_FAILED && d->failed != GROUP_SAME;
		unsigned group = failed ? d->failed : d->group;

		if (group != GROUP_NONE)
			add_use(out, d, e, group, failed ? ROLE_PLAIN : role_of(d, op, first));
	}
	if (op->flags & OPF_WOKEN)
		add(out, TAG_WAKE, e->thread, GROUP_EFFECT, ROLE_BLOCK);
	if (op->arg >= ARG_FIRST_USED)
		add_argument(out, e);
	add_bytes(out, d, e);
}

void access_of_cut(access_vec *out, const struct event *e)
{
	const struct dep_access *d = &dep_access[event_dep(e)];

	if (d->cut == GROUP_NONE)
		return;
	add_use(out, d, e, d->cut, ROLE_PLAIN);
	add_bytes(out, d, e);
}

bool access_conflict(const struct access *a, const struct access *b)
{
	if (a->tag != b->tag)
		return false;
	if (a->tag == TAG_MEMORY) {
		if (a->group != GROUP_EXCLUSIVE && b->group != GROUP_EXCLUSIVE)
			return false;
		return a->key < b->key ? b->key - a->key < a->size : a->key - b->key < b->size;
	}
	return a->key == b->key && access_groups_conflict(a->group, b->group);
}
