/* SPDX-License-Identifier: MIT */
#include "report/render/jobs_json.h"

#include "report/words/job_names.h"

static void put_id(struct json *j, const char *key, uint32_t id)
{
	if (id == NO_JOB)
		json_null(j, key);
	else
		json_u64(j, key, id);
}

static void put_point(struct json *j, struct symbols *symbols, const struct job_point *p)
{
	const struct source_frame *f = symbols_place(symbols, &p->pc, 1);
	json_open(j, NULL, '{');
	json_str(j, "function", f ? f->function : NULL);
	json_str(j, "file", f ? f->file : NULL);
	json_u64(j, "line", f ? f->line : 0);
	json_hex(j, "pc", p->pc);
	if (p->callsite != ANY_CALLSITE)
		json_hex(j, "callsite", p->callsite);
	if (p->thread != ANY_THREAD)
		json_u64(j, "thread", p->thread);
	json_close(j);
}

static void put_set(struct json *j, struct symbols *symbols, const struct job_set *set)
{
	struct buf text = {0};
	json_open(j, "pps", '{');
	name_set(&text, symbols, set);
	json_str(j, "text", buf_cstr(&text));
	buf_release(&text);
	json_open(j, "classes", '[');
	for (int i = PP_YIELD; i < PP_COUNT; i++)
		if (set->classes & PP_BIT(i))
			json_str(j, NULL, pp_class_name[i]);
	json_close(j);
	json_open(j, "points", '[');
	for (size_t i = 0; i < set->points.n; i++)
		put_point(j, symbols, &set->points.at[i]);
	json_close(j);
	json_close(j);
}

static void put_estimate(struct json *j, const struct job *job)
{
	double total = job_total(job), left = job_eta_ms(job);
	if (!job_open(job) || total <= 0) {
		json_null(j, "estimate");
		return;
	}
	json_open(j, "estimate", '{');
	json_real(j, "executions", total);
	if (left >= 0)
		json_real(j, "seconds_left", left / 1000);
	else
		json_null(j, "seconds_left");
	json_close(j);
}

void json_job(struct json *j, struct symbols *symbols, const struct job *job)
{
	json_u64(j, "id", job->id);
	json_str(j, "origin", job_origin_name[job->origin]);
	json_str(j, "state", job_state_name[job->state]);
	json_bool(j, "complete", job->complete);
	put_set(j, symbols, &job->set);
	json_u64(j, "executions", job_executions(job));
	json_real(j, "cpu_s", (double)job_cpu_ms(job) / 1000);
	put_estimate(j, job);
	json_u64(j, "suspensions", job->suspensions);
	json_u64(j, "parts", job->parts.n);
	json_u64(j, "bugs", job->bugs);
	json_str(j, "limit", job->limit);
	put_id(j, "ended_by", job->ended_by);
}

void json_jobs(struct json *j, struct symbols *symbols, const struct deepening *d)
{
	json_str(j, "mode", deepening_mode_name[d->options.mode]);
	json_u64(j, "workers", d->options.slots);
	if (d->options.budget_ms)
		json_real(j, "budget_s", (double)d->options.budget_ms / 1000);
	else
		json_null(j, "budget_s");
	json_open(j, "jobs", '[');
	for (size_t i = 0; i < d->jobs.n; i++) {
		json_open(j, NULL, '{');
		json_job(j, symbols, &d->jobs.at[i]);
		json_close(j);
	}
	json_close(j);
}
