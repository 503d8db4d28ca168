/* SPDX-License-Identifier: MIT */
/*
 * When memory is short, or more than was allowed, the largest worker makes room: its part is left
 * to its last checkpoint and goes on when there is memory again. To the manager it runs all the
 * time. It may give a better checkpoint, but not for long: in an execution without end it would go
 * on taking memory meanwhile.
 *
 * One that comes to the same place again and is short of memory there again is not
 * helped by waiting: that counts as a death at that place, of which the third is a finding.
 */
#include "base/str.h"
#include "jobs/controller/controller_internal.h"
#include "jobs/system/memory.h"

#define LOOK_MS 500

static uint64_t part_rss_kb(const struct part_run *p)
{
	struct process_sample s;
	pid_t pid = p->worker.process.pid;
	if (!p->works || !pid || !process_sample(pid, &s))
		return 0;
	return process_rss_kb(pid) + (s.leaf != pid ? process_rss_kb(s.leaf) : 0);
}

static struct part_run *largest(const struct controller *c, uint64_t *all_kb)
{
	struct part_run *most = NULL;
	uint64_t most_kb = 0;
	*all_kb = 0;
	for (size_t i = 0; i < c->parts.n; i++) {
		uint64_t kb = part_rss_kb(c->parts.at[i]);
		*all_kb += kb;
		if (kb > most_kb && !c->parts.at[i]->suspending) {
			most = c->parts.at[i];
			most_kb = kb;
		}
	}
	return most;
}

static void pause_part(struct controller *c, struct part_run *p, uint64_t now)
{
	uint64_t here = p->counts.executions + 1;
	c->pauses++;
	controller_suspend(c, p, now);
	if (p->paused_at != here) {
		p->paused = true;
		p->paused_at = here;
		return;
	}
	part_run_stop(p);
	mem_free(c->death);
	c->death =
	        str_copy(c->options.memory_kb ? "the program used more memory than --memory allows"
	                                      : "the program used up the memory of this machine");
	controller_tell(c, &(struct deepening_input){.kind = INPUT_PART_DIED,
	                                             .job = p->job,
	                                             .part = p->part,
	                                             .number = here - 1});
}

/* Those that were to make room and have not by now. False: there are none. */
static bool end_paused(struct controller *c)
{
	bool any = false;
	for (size_t i = 0; i < c->parts.n; i++) {
		struct part_run *p = c->parts.at[i];
		if (!p->paused || !p->works)
			continue;
		part_run_stop(p);
		any = true;
	}
	return any;
}

static struct part_run *paused(const struct controller *c)
{
	for (size_t i = 0; i < c->parts.n; i++)
		if (c->parts.at[i]->paused && !c->parts.at[i]->works)
			return c->parts.at[i];
	return NULL;
}

void controller_watch_memory(struct controller *c, uint64_t now)
{
	struct memory m;
	uint64_t workers_kb;
	if (now - c->memory_ms < LOOK_MS)
		return;
	c->memory_ms = now;
	struct part_run *most = largest(c, &workers_kb), *waits = paused(c);
	if (!memory_read(c->options.meminfo ? c->options.meminfo : "/proc/meminfo", &m))
		return;
	uint64_t most_kb = c->options.memory_kb ? c->options.memory_kb : UINT64_MAX;
	if (memory_short(&m, workers_kb) || workers_kb > most_kb) {
		if (!end_paused(c) && most)
			pause_part(c, most, now);
	} else if (waits && memory_enough(&m) && workers_kb <= most_kb / 2) {
		waits->paused = false;
		controller_start(c, waits, now);
	}
}
