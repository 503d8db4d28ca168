/* SPDX-License-Identifier: MIT */
#include "event/finding.h"

#include <string.h>

const struct finding_info finding_info[FINDING_COUNT] = {
#define FINDING(name, text, meaning) [FINDING_##name] = {text, meaning},
#include "event/finding.def"
#undef FINDING
};

static void encode_pcs(struct buf *b, const pc_vec *pcs)
{
	buf_u32(b, (uint32_t)pcs->n);
	for (size_t i = 0; i < pcs->n; i++)
		buf_u64(b, pcs->at[i]);
}

static void decode_pcs(struct reader *r, pc_vec *pcs)
{
	size_t n = read_count(r, 8);
	for (size_t i = 0; i < n; i++)
		vec_push(pcs, read_u64(r));
}

void finding_encode(struct buf *b, const struct finding *f)
{
	buf_u8(b, f->kind);
	buf_u8(b, f->severity);
	buf_u16(b, f->thread);
	buf_u64(b, f->addr);
	buf_u64(b, f->execution);
	buf_str(b, f->message);
	encode_pcs(b, &f->stack);
	buf_u32(b, (uint32_t)f->notes.n);
	for (size_t i = 0; i < f->notes.n; i++) {
		buf_str(b, f->notes.at[i].text);
		buf_u16(b, f->notes.at[i].thread);
		encode_pcs(b, &f->notes.at[i].stack);
		buf_u8(b, f->notes.at[i].loop);
	}
	buf_u32(b, (uint32_t)f->schedule.n);
	buf_bytes(b, f->schedule.at, f->schedule.n * sizeof(struct choice));
	encode_pcs(b, &f->preempted);
}

bool finding_decode(struct reader *r, struct finding *f)
{
	memset(f, 0, sizeof(*f));
	f->kind = read_u8(r);
	f->severity = read_u8(r);
	f->thread = read_u16(r);
	f->addr = read_u64(r);
	f->execution = read_u64(r);
	f->message = read_str(r);
	decode_pcs(r, &f->stack);
	size_t notes = read_count(r, 11);
	for (size_t i = 0; i < notes; i++) {
		struct note note = {.text = read_str(r)};
		note.thread = read_u16(r);
		decode_pcs(r, &note.stack);
		note.loop = read_u8(r);
		vec_push(&f->notes, note);
	}
	size_t choices = read_count(r, sizeof(struct choice));
	vec_reserve(&f->schedule, choices);
	read_bytes(r, f->schedule.at, choices * sizeof(struct choice));
	f->schedule.n = choices;
	decode_pcs(r, &f->preempted);
	return !r->bad && f->kind < FINDING_COUNT && f->severity <= SEVERITY_WARNING;
}

void finding_release(struct finding *f)
{
	mem_free(f->message);
	vec_release(&f->stack);
	for (size_t i = 0; i < f->notes.n; i++) {
		mem_free(f->notes.at[i].text);
		vec_release(&f->notes.at[i].stack);
	}
	vec_release(&f->notes);
	vec_release(&f->schedule);
	vec_release(&f->preempted);
	memset(f, 0, sizeof(*f));
}
