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

static void add_sem(access_vec *out, const struct event *e, enum access_group group,
                    enum access_role role)
{
	add(out, TAG_SEM, e->addr, group, role);
	vec_last(out)->units = e->arg > 255 ? 255 : (uint8_t)e->arg;
}

static enum access_tag object_tag(enum dep_class dep)
{
	switch (dep) {
	case DEP_COND_WAIT:
	case DEP_COND_TIMEOUT:
	case DEP_COND_SIGNAL:
	case DEP_COND_BROADCAST:
		return TAG_QUEUE;
	case DEP_SEM_WAIT:
	case DEP_SEM_TRYWAIT:
	case DEP_SEM_POST:
	case DEP_SEM_GETVALUE:
		return TAG_SEM;
	case DEP_BARRIER_ARRIVE:
	case DEP_BARRIER_LEAVE:
		return TAG_BARRIER;
	default:
		return TAG_LOCK;
	}
}

/* The synchronization object itself, apart from its bytes. */
static void add_lock(access_vec *out, const struct event *e, enum access_role block)
{
	bool failed = e->flags & EV_FAILED;

	switch (event_dep(e)) {
	case DEP_ACQUIRE:
		add(out, TAG_LOCK, e->addr, GROUP_EXCLUSIVE, block);
		break;
	case DEP_TRY_ACQUIRE:
		add(out, TAG_LOCK, e->addr, failed ? GROUP_OBSERVE : GROUP_EXCLUSIVE,
		    failed ? ROLE_PLAIN : ROLE_GRAB);
		break;
	case DEP_RELEASE:
		add(out, TAG_LOCK, e->addr, GROUP_EXCLUSIVE, ROLE_FREE);
		break;
	case DEP_ACQUIRE_SHARED:
		if (e->kind == OP_ONCE_PASS && block == ROLE_BLOCK)
			block = ROLE_PASS;
		else if (e->kind == OP_ONCE_PASS)
			block = ROLE_PLAIN;
		add(out, TAG_LOCK, e->addr, GROUP_SHARED, block);
		break;
	case DEP_TRY_ACQUIRE_SHARED:
		add(out, TAG_LOCK, e->addr, failed ? GROUP_EFFECT : GROUP_SHARED,
		    failed ? ROLE_PLAIN : ROLE_GRAB);
		break;
	default:
		add(out, TAG_LOCK, e->addr, GROUP_SHARED, ROLE_FREE);
		break;
	}
}

static void add_sync(access_vec *out, const struct event *e, bool first)
{
	enum access_role block = first ? ROLE_BLOCK : ROLE_GRAB;
	bool failed = e->flags & EV_FAILED;

	switch (event_dep(e)) {
	case DEP_COND_WAIT:
		add(out, TAG_LOCK, e->arg, GROUP_EXCLUSIVE, ROLE_FREE);
		vec_last(out)->units = ACCESS_FREE_ALL;
		add(out, TAG_QUEUE, e->addr, GROUP_SHARED, ROLE_PLAIN);
		break;
	case DEP_COND_TIMEOUT:
		add(out, TAG_QUEUE, e->addr, GROUP_SHARED, ROLE_PLAIN);
		break;
	case DEP_COND_SIGNAL:
		add(out, TAG_QUEUE, e->addr, GROUP_EXCLUSIVE, ROLE_PLAIN);
		if (e->arg != NO_THREAD)
			add(out, TAG_WAKE, e->arg, GROUP_EXCLUSIVE, ROLE_PLAIN);
		break;
	case DEP_COND_BROADCAST:
		add(out, TAG_QUEUE, e->addr, GROUP_EXCLUSIVE, ROLE_PLAIN);
		if (e->kind == OP_FUTEX_REQUEUE)
			add(out, TAG_QUEUE, e->arg, GROUP_EXCLUSIVE, ROLE_PLAIN);
		break;
	case DEP_SEM_WAIT:
		add_sem(out, e, GROUP_EXCLUSIVE, block);
		break;
	case DEP_SEM_TRYWAIT:
		add_sem(out, e, failed ? GROUP_OBSERVE : GROUP_EXCLUSIVE,
		        failed ? ROLE_PLAIN : ROLE_GRAB);
		break;
	case DEP_SEM_POST:
		add_sem(out, e, GROUP_SHARED, ROLE_FREE);
		break;
	case DEP_SEM_GETVALUE:
		add_sem(out, e, GROUP_OBSERVE, ROLE_PLAIN);
		break;
	case DEP_BARRIER_ARRIVE:
		add(out, TAG_BARRIER, e->addr, GROUP_EXCLUSIVE, ROLE_PLAIN);
		break;
	case DEP_BARRIER_LEAVE:
		add(out, TAG_WAKE, e->thread, GROUP_EFFECT, ROLE_BLOCK);
		add(out, TAG_BARRIER, e->addr, GROUP_NEUTRAL, ROLE_PLAIN);
		break;
	default:
		add_lock(out, e, block);
		break;
	}
	if (e->kind == OP_COND_REACQUIRE)
		add(out, TAG_WAKE, e->thread, GROUP_EFFECT, ROLE_BLOCK);
}

void access_of_event(access_vec *out, const struct event *e, bool first)
{
	enum access_role block = first ? ROLE_BLOCK : ROLE_PLAIN;
	bool failed = e->flags & EV_FAILED;

	switch (event_dep(e)) {
	case DEP_NONE:
		if (e->kind == OP_FUTEX_RETURN)
			add(out, TAG_WAKE, e->thread, GROUP_EFFECT, ROLE_BLOCK);
		break;
	case DEP_READ:
		add_memory(out, e->addr, e->size, false);
		break;
	case DEP_WRITE:
		add_memory(out, e->addr, e->size, !failed);
		break;
	case DEP_CREATE:
		add(out, TAG_CREATE, e->arg, GROUP_EXCLUSIVE, ROLE_PLAIN);
		/* Ids are given in the order of creation: two creations are a race for them. */
		add_memory(out, CREATION_ORDER, 1, true);
		break;
	case DEP_BEGIN:
		add(out, TAG_CREATE, e->thread, GROUP_EFFECT, ROLE_BLOCK);
		break;
	case DEP_EXIT:
		add(out, TAG_EXIT, e->thread, GROUP_EXCLUSIVE, ROLE_PLAIN);
		break;
	case DEP_JOIN:
		add(out, TAG_EXIT, e->arg, GROUP_EFFECT, block);
		break;
	case DEP_FUTEX_WAIT:
		add_memory(out, e->addr, e->size, false);
		if (!failed)
			add(out, TAG_QUEUE, e->addr, GROUP_SHARED, ROLE_PLAIN);
		break;
	default:
		add_sync(out, e, first);
		add_object(out, e, object_tag(event_dep(e)));
		break;
	}
}

void access_of_cut(access_vec *out, const struct event *e)
{
	switch (event_dep(e)) {
	case DEP_ACQUIRE:
	case DEP_TRY_ACQUIRE:
		add(out, TAG_LOCK, e->addr, GROUP_OBSERVE, ROLE_PLAIN);
		break;
	case DEP_ACQUIRE_SHARED:
	case DEP_TRY_ACQUIRE_SHARED:
		add(out, TAG_LOCK, e->addr, GROUP_EFFECT, ROLE_PLAIN);
		break;
	case DEP_SEM_WAIT:
	case DEP_SEM_TRYWAIT:
		add_sem(out, e, GROUP_OBSERVE, ROLE_PLAIN);
		break;
	case DEP_JOIN:
		add(out, TAG_EXIT, e->arg, GROUP_EFFECT, ROLE_PLAIN);
		break;
	default: /* a barrier's arrival has said it already; sleepers block in every order */
		return;
	}
	if (event_dep(e) != DEP_JOIN)
		add_object(out, e, object_tag(event_dep(e)));
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
