/* SPDX-License-Identifier: MIT */
#include "event/race.h"

#include <string.h>

const char *const race_mode_name[RACES_MODES] = {
        [RACES_NONE] = "none",
        [RACES_LIMITED] = "limited",
        [RACES_PURE] = "pure",
};

const char *const race_lock_name[RACE_LOCK_KINDS] = {
        [RACE_LOCK_MUTEX] = "mutex",         [RACE_LOCK_RWLOCK] = "read-write lock",
        [RACE_LOCK_SEMAPHORE] = "semaphore", [RACE_LOCK_ONCE] = "once",
        [RACE_LOCK_FILE] = "stream",
};

static bool sets_up(uint8_t kind)
{
	return op_info[kind].flags & OPF_SETUP;
}

/* Thesis §4.4.5: seen in one order only, and one of the two is an init or destroy. */
bool race_is_initialization(const struct race_record *r)
{
	return !(r->flags & RACE_BOTH_ORDERS) &&
	       (sets_up(r->first.kind) || sets_up(r->second.kind));
}

static bool same_place(const struct race_access *a, const struct race_access *b)
{
	return a->pc == b->pc && a->kind == b->kind && a->writes == b->writes;
}

bool race_same(const struct race_record *a, const struct race_record *b)
{
	return (same_place(&a->first, &b->first) && same_place(&a->second, &b->second)) ||
	       (same_place(&a->first, &b->second) && same_place(&a->second, &b->first));
}

static void encode_access(struct buf *b, const struct race_access *a)
{
	buf_u64(b, a->pc);
	buf_u16(b, a->thread);
	buf_u8(b, a->kind);
	buf_u8(b, a->writes);
	buf_u32(b, a->generation);
	buf_u32(b, (uint32_t)a->locks.n);
	for (size_t i = 0; i < a->locks.n; i++) {
		buf_u64(b, a->locks.at[i].addr);
		buf_u32(b, a->locks.at[i].incarnation);
		buf_u8(b, a->locks.at[i].kind);
		buf_u8(b, a->locks.at[i].shared);
	}
}

static bool decode_access(struct reader *r, struct race_access *a)
{
	bool good = true;
	a->pc = read_u64(r);
	a->thread = read_u16(r);
	a->kind = read_u8(r);
	a->writes = read_u8(r);
	a->generation = read_u32(r);
	size_t n = read_count(r, 14);
	for (size_t i = 0; i < n; i++) {
		struct race_lock lock = {.addr = read_u64(r)};
		lock.incarnation = read_u32(r);
		lock.kind = read_u8(r);
		lock.shared = read_u8(r);
		good &= lock.kind < RACE_LOCK_KINDS;
		vec_push(&a->locks, lock);
	}
	return good && a->kind < OP_COUNT && a->thread < MAX_THREADS;
}

void race_encode(struct buf *b, const struct race_record *r)
{
	encode_access(b, &r->first);
	encode_access(b, &r->second);
	buf_u64(b, r->addr);
	buf_u64(b, r->execution);
	buf_u8(b, r->flags);
	buf_u32(b, (uint32_t)r->stack.n);
	for (size_t i = 0; i < r->stack.n; i++)
		buf_u64(b, r->stack.at[i]);
}

bool race_decode(struct reader *r, struct race_record *out)
{
	memset(out, 0, sizeof(*out));
	bool good = decode_access(r, &out->first);
	good &= decode_access(r, &out->second);
	out->addr = read_u64(r);
	out->execution = read_u64(r);
	out->flags = read_u8(r);
	size_t n = read_count(r, 8);
	for (size_t i = 0; i < n; i++)
		vec_push(&out->stack, read_u64(r));
	return good && !r->bad;
}

void race_release(struct race_record *r)
{
	vec_release(&r->first.locks);
	vec_release(&r->second.locks);
	vec_release(&r->stack);
	memset(r, 0, sizeof(*r));
}
