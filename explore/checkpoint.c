/* SPDX-License-Identifier: MIT */
#include "explore/checkpoint.h"
#include "explore/search.h"

#define CHECKPOINT_MAGIC 0x32706b63u /* "ckp2" */

/* --- options ----------------------------------------------------------------------------- */

/* FNV-1a, a word at a time. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
	return (hash ^ word ^ word >> 32) * 0x100000001b3u;
}

/*
 * All that decides which executions there are and how they are told apart. Limits do not: they end
 * a search, and what is left can go on under others. Nor do shortcuts.
 */
uint64_t explore_options_fingerprint(const struct explore_options *o)
{
	uint64_t hash = 0xcbf29ce484222325u;

	hash = mix(hash, (uint64_t)o->reduction);
	hash = mix(hash, (uint64_t)o->strategy);
	hash = mix(hash, o->seed);
	hash = mix(hash, o->pct_depth);
	hash = mix(hash, o->pct_steps);
	hash = mix(hash, o->preemption_bound);
	hash = mix(hash, o->max_steps);
	hash = mix(hash, o->fine_steps);
	hash = mix(hash, o->mutation);
	for (size_t i = 0; i < o->constraints.n; i++) {
		hash = mix(hash, o->constraints.at[i].first_thread);
		hash = mix(hash, o->constraints.at[i].first_step);
		hash = mix(hash, o->constraints.at[i].second_thread);
		hash = mix(hash, o->constraints.at[i].second_step);
		hash = mix(hash, o->constraints.at[i].strict);
	}
	return hash;
}

/* --- statistics -------------------------------------------------------------------------- */

#define FOR_EACH_STAT(DO)                                                                          \
	DO(executions)                                                                             \
	DO(blocked)                                                                                \
	DO(limited)                                                                                \
	DO(bounded)                                                                                \
	DO(repeated)                                                                               \
	DO(dropped)                                                                                \
	DO(steps)                                                                                  \
	DO(events)                                                                                 \
	DO(replayed_events)                                                                        \
	DO(races)                                                                                  \
	DO(plans)                                                                                  \
	DO(restarts)                                                                               \
	DO(peak_plan_nodes)                                                                        \
	DO(guaranteed)                                                                             \
	DO(bounds_done)                                                                            \
	DO(longest)                                                                                \
	DO(threads)                                                                                \
	DO(complete)

static void put_stats(struct buf *b, const struct explore_stats *s)
{
#define PUT(name) buf_u64(b, (uint64_t)s->name);
	FOR_EACH_STAT(PUT)
#undef PUT
}

static void get_stats(struct reader *r, struct explore_stats *s)
{
#define GET(name) s->name = (__typeof__(s->name))read_u64(r);
	FOR_EACH_STAT(GET)
#undef GET
}

/* --- the whole search -------------------------------------------------------------------- */

/* Whether anything is left to run. */
static bool search_more(struct explorer *x)
{
	const struct frontier *f = x->strategy->frontier;

	if (!f || (x->phase == PHASE_ENDED && f->more && f->more(x)))
		return true;
	return search_advance(x);
}

bool explorer_save(struct explorer *x, struct buf *out)
{
	bool more;

	BUG_ON(x->trace.divergence.happened || !phase_is_between_executions(x->phase));
	more = search_more(x);
	buf_u32(out, CHECKPOINT_MAGIC);
	buf_u64(out, explore_options_fingerprint(&x->options));
	buf_u8(out, !more);
	buf_u64(out, x->random);
	buf_u8(out, x->trace.fine_steps);
	buf_u8(out, x->trace.predicts);
	put_stats(out, &x->stats);
	buf_double(out, x->usecs);
	buf_u32(out, x->bound);
	buf_u64(out, x->round.runs);
	buf_double(out, x->round.usecs);
	/* One that was stopped in the middle, by a limit, does not go on either. */
	if (more && x->strategy->frontier)
		x->strategy->frontier->save(x, out);
	else
		buf_u32(out, 0);
	return more;
}

static bool restore_frontier(struct explorer *x, struct reader *in, bool stopped)
{
	if (stopped || !x->strategy->frontier) {
		if (stopped)
			phase_enter(&x->phase, PHASE_STOPPED);
		return read_u32(in) == 0;
	}
	return x->strategy->frontier->restore(x, in);
}

enum restore_result explorer_restore(struct explorer *x, struct reader *in)
{
	bool magic = read_u32(in) == CHECKPOINT_MAGIC;
	uint64_t options = read_u64(in);
	bool stopped;

	BUG_ON(x->phase != PHASE_NEW);
	if (!magic || in->bad)
		return RESTORE_DAMAGED;
	if (options != explore_options_fingerprint(&x->options))
		return RESTORE_OTHER_OPTIONS;
	stopped = read_u8(in);
	x->random = read_u64(in);
	x->trace.fine_steps = read_u8(in);
	x->trace.predicts &= read_u8(in) != 0;
	get_stats(in, &x->stats);
	x->usecs = read_double(in);
	x->bound = read_u32(in);
	x->round.runs = read_u64(in);
	x->round.usecs = read_double(in);
	if (!restore_frontier(x, in, stopped) || in->bad || in->left)
		return RESTORE_DAMAGED;
	return RESTORE_OK;
}
