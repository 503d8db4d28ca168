/* SPDX-License-Identifier: MIT */
#include "runtime/reset/digest.h"
#include "runtime/fiber/slot.h"
#include "runtime/intercept/mmap.h"
#include "runtime/reset/maps.h"
#include "runtime/reset/snapshot.h"

#include <string.h>

#define BYTES_MAX  (64ull << 20)
#define LANES      4
#define RSEQ_BYTES 32

struct area {
	uintptr_t lo, hi;
};

static VEC(struct area) areas; /* writable data of all modules */
static uintptr_t main_stack_hi;

static struct {
	uint64_t lane[LANES];
	uint64_t bytes;
} sum;

extern char __start_scree_exec[], __stop_scree_exec[];
extern const ptrdiff_t __rseq_offset __attribute__((weak)); /* of glibc, from 2.35 on */

static void add_area(uintptr_t lo, uintptr_t hi)
{
	vec_push(&areas, (struct area){lo, hi});
}

static void add_without(uintptr_t lo, uintptr_t hi, struct area hole)
{
	if (hole.hi <= lo || hi <= hole.lo) {
		add_area(lo, hi);
		return;
	}
	if (lo < hole.lo)
		add_area(lo, hole.lo);
	if (hole.hi < hi)
		add_area(hole.hi, hi);
}

/* Into its area for restartable sequences the kernel writes which processor the thread is on. */
static struct area kernels_area(void)
{
	if (!&__rseq_offset || !native(thread_by_id(0))->fs_base)
		return (struct area){0};
	uintptr_t lo = native(thread_by_id(0))->fs_base + (uintptr_t)__rseq_offset;
	return (struct area){lo, lo + RSEQ_BYTES};
}

/* Our own variables that are restored like the program's count events. */
static void add_programs(uintptr_t lo, uintptr_t hi)
{
	struct area ours = {(uintptr_t)__start_scree_exec, (uintptr_t)__stop_scree_exec};
	if (ours.lo < hi && lo < ours.hi)
		add_without(lo, hi, ours);
	else
		add_without(lo, hi, kernels_area());
}

static void collect(const struct mapping *m, void *unused)
{
	(void)unused;
	if (m->is_stack)
		main_stack_hi = m->hi;
	else if (m->writable && !m->special && !(m->shared && !m->anonymous) &&
	         !snapshot_is_checkers(m->lo))
		snapshot_visit_programs(m->lo, m->hi, add_programs);
}

void digest_init(void)
{
	maps_visit(collect, NULL);
}

typedef uint64_t any_word __attribute__((may_alias, aligned(1)));

static inline uint64_t mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0x9e3779b97f4a7c15ull;
	return h ^ h >> 32;
}

/* Lanes do not wait for one another: the multiplications overlap. */
static void take(uintptr_t lo, uintptr_t hi)
{
	sum.bytes += hi - lo;
	if (sum.bytes > BYTES_MAX)
		return;
	const any_word *word = (const any_word *)lo;
	uint64_t a = mix(sum.lane[0], lo), b = sum.lane[1], c = sum.lane[2], d = sum.lane[3];
	for (; hi - (uintptr_t)word >= LANES * sizeof(*word); word += LANES) {
		a = mix(a, word[0]);
		b = mix(b, word[1]);
		c = mix(c, word[2]);
		d = mix(d, word[3]);
	}
	for (const uint8_t *byte = (const uint8_t *)word; (uintptr_t)byte < hi; byte++)
		a = mix(a, *byte);
	sum.lane[0] = a;
	sum.lane[1] = b;
	sum.lane[2] = c;
	sum.lane[3] = d;
}

/* Below program_sp are our own frames, which hold what is left of earlier calls. */
static void take_threads(void)
{
	for (unsigned i = 0; i < thread_count(); i++) {
		const struct thread *t = thread_by_id(i);
		if (t->status == THREAD_EXITED || !t->program_sp)
			continue;
		take(t->program_sp, native(t)->slot ? t->stack_top : main_stack_hi);
		if (native(t)->slot)
			take(native(t)->slot->sp, native(t)->slot->stack_hi);
	}
}

uint64_t digest_memory(void)
{
	if (!main_stack_hi || maps_changed())
		return 0;
	memset(&sum, 0, sizeof(sum));
	for (size_t i = 0; i < areas.n; i++)
		take(areas.at[i].lo, areas.at[i].hi);
	heap_live_blocks(take);
	take_threads();
	uint64_t all = 1;
	for (unsigned i = 0; i < LANES; i++)
		all = mix(all, sum.lane[i]);
	return sum.bytes > BYTES_MAX ? 0 : all | 1;
}
