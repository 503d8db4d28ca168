/* SPDX-License-Identifier: MIT */
#include "jobs/deepening/job.h"

const char *const job_state_name[JOB_STATES] = {
#define JOB_STATE(name, word, meaning) [JOB_##name] = word,
#include "jobs/deepening/job_state.def"
#undef JOB_STATE
};

const char *const job_state_meaning[JOB_STATES] = {
#define JOB_STATE(name, word, meaning) [JOB_##name] = meaning,
#include "jobs/deepening/job_state.def"
#undef JOB_STATE
};

struct job job_of(uint32_t id, enum job_origin origin, struct job_set set)
{
	struct job j = {.id = id, .origin = origin, .set = set, .ended_by = NO_JOB};
	vec_push(&j.parts, (struct job_part){.slot = NO_SLOT, .progress.eta_ms = ETA_UNKNOWN});
	return j;
}

void job_release(struct job *j)
{
	for (size_t i = 0; i < j->parts.n; i++)
		vec_release(&j->parts.at[i].deaths);
	vec_release(&j->parts);
	job_set_release(&j->set);
	mem_free(j->limit);
	j->limit = NULL;
}

bool job_open(const struct job *j)
{
	return j->state == JOB_PENDING || j->state == JOB_RUNNING || j->state == JOB_SUSPENDED;
}

bool job_small(const struct job *j)
{
	return j->set.classes == PP_SET_YIELD && j->set.points.n == 1;
}

uint64_t job_executions(const struct job *j)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < j->parts.n; i++)
		sum += j->parts.at[i].progress.executions;
	return sum;
}

uint64_t job_cpu_ms(const struct job *j)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < j->parts.n; i++)
		sum += j->parts.at[i].progress.cpu_ms;
	return sum;
}

unsigned job_parts_in(const struct job *j, enum part_state state)
{
	unsigned n = 0;
	for (size_t i = 0; i < j->parts.n; i++)
		n += j->parts.at[i].state == state;
	return n;
}

double job_total(const struct job *j)
{
	double sum = 0;
	for (size_t i = 0; i < j->parts.n; i++) {
		const struct job_part *p = &j->parts.at[i];
		double run = (double)p->progress.executions;
		if (p->state == PART_DONE)
			sum += run;
		else if (p->progress.total == 0)
			return 0;
		else
			sum += p->progress.total > run ? p->progress.total : run;
	}
	return sum > (double)j->floor ? sum : (double)j->floor;
}

double job_work_left_ms(const struct job *j)
{
	double sum = 0;
	bool known = false;
	for (size_t i = 0; i < j->parts.n; i++) {
		const struct job_part *p = &j->parts.at[i];
		if (p->state != PART_DONE && p->progress.eta_ms >= 0) {
			sum += p->progress.eta_ms;
			known = true;
		}
	}
	return known ? sum : ETA_UNKNOWN;
}

double job_eta_ms(const struct job *j)
{
	unsigned running = job_parts_in(j, PART_RUNNING);
	double left = job_work_left_ms(j);
	return left < 0 || running < 2 ? left : left / running;
}

void job_raise_floor(struct job *j, const struct job *done)
{
	uint64_t executions = job_executions(done);
	if (job_open(j) && executions > j->floor && job_set_within(&done->set, &j->set))
		j->floor = executions;
}
