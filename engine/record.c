/* SPDX-License-Identifier: MIT */
#include "engine/record.h"
#include "engine/engine.h"

struct recording recording;

void record_begin(void)
{
	vec_clear(&recording.events);
	vec_clear(&recording.choices);
	vec_clear(&recording.preempted);
	recording.n_events = 0;
}

void record_choice(enum choice_kind kind, unsigned value, unsigned n)
{
	if (n < 2)
		return;
	vec_push(&recording.choices, (struct choice){.kind = (uint8_t)kind,
	                                             .value = (uint16_t)value,
	                                             .n = (uint16_t)n,
	                                             .thread = self->id});
	recording.n_choices++;
}

void record_preemption(bool preempts)
{
	vec_last(&recording.choices)->preempts = preempts;
	if (preempts)
		vec_push(&recording.preempted, thread_pending(self)->pc);
	if (engine_mutated(ENGINE_CHOICE_LOST) && recording.n_choices % 2)
		recording.choices.n--;
}
