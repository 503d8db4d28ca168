/* SPDX-License-Identifier: MIT */
/* Small: pure, so that a test needs neither a process nor a clock. */
#include "jobs/workers/watchdog.h"

void watchdog_feed(struct watchdog *w)
{
	w->burned_ms = w->asleep_ms = 0;
}

bool watchdog_asleep(const struct watchdog *w)
{
	return w->asleep_ms > w->burned_ms;
}

bool watchdog_sample(struct watchdog *w, uint64_t progress, const struct process_sample *s,
                     uint64_t now_ms)
{
	if (!w->started || progress != w->progress)
		watchdog_feed(w);
	if (w->started) {
		/* A child that has ended takes its CPU time with it: that is not less than none. */
		uint64_t burned = s->cpu_ms > w->cpu_ms ? s->cpu_ms - w->cpu_ms : 0;
		uint64_t passed = now_ms - w->now_ms;
		bool asleep = s->state == 'S' || s->state == 'D';
		w->burned_ms += burned;
		if (asleep && burned == 0)
			w->asleep_ms +=
			        passed < WATCHDOG_MAX_STEP_MS ? passed : WATCHDOG_MAX_STEP_MS;
	}
	w->started = true;
	w->progress = progress;
	w->cpu_ms = s->cpu_ms;
	w->now_ms = now_ms;
	return w->burned_ms + w->asleep_ms >= w->limit_ms;
}
