/* SPDX-License-Identifier: MIT */
#include "engine/points.h"
#include "engine/code_map.h"
#include "engine/engine.h"
#include "engine/record.h"

/* The rules about code apply to all but voluntary switches (thesis §3.4.1). */
static bool code_says(enum op_kind kind, uintptr_t pc, bool by_class)
{
	if (op_info[kind].pp == PP_YIELD || op_info[kind].pp == PP_NEVER)
		return by_class;
	if (!by_class && !(code_has_points && code_is_point(pc)))
		return false;
	return !code_has_stack || code_keeps(pc);
}

/* A scheduler is asked before the first event of all, whatever it is: steps begin there. */
HOT bool is_preemption_point(enum op_kind kind, uintptr_t pc)
{
	if (unlikely(recording.n_events == 0))
		return true;
	if (self->no_preempt || self->in_trial_round)
		return false;
	if (unlikely(explorer_detached)) /* everyone gets turns */
		return true;
	bool by_class = engine_config.pp_set >> op_info[kind].pp & 1;
	if (likely(!code_has_points && !code_has_stack))
		return by_class;
	return code_says(kind, pc, by_class);
}
