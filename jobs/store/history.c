/* SPDX-License-Identifier: MIT */
#include "jobs/store/history.h"

#include "jobs/store/store.h"
#include "jobs/store/store_sql.h"

#include <string.h>

/* So many points while the time of a run doubles, or a little fewer. */
#define PER_DOUBLING 256

bool history_due(uint64_t last_ms, uint64_t now_ms)
{
	uint64_t apart = now_ms / PER_DOUBLING;
	if (apart < HISTORY_EVERY_MS)
		apart = HISTORY_EVERY_MS;
	return now_ms >= last_ms && now_ms - last_ms >= apart;
}

struct history_point history_point_of(const struct controller *c, uint64_t now_ms)
{
	struct deepening_account a = deepening_account(&c->deepening);
	struct history_point p = {
	        .ms = now_ms,
	        .executions = a.executions,
	        .total = a.unknown ? 0 : a.total,
	        .jobs = c->deepening.jobs.n,
	        .races = c->deepening.races.races.n,
	        .findings = c->total.found.n,
	};
	for (size_t i = 0; i < c->deepening.jobs.n; i++)
		p.jobs_ended += !job_open(&c->deepening.jobs.at[i]);
	return p;
}

void history_encode(struct buf *b, const struct history_point *p)
{
	uint64_t total;
	memcpy(&total, &p->total, sizeof total);
	buf_u64(b, p->ms);
	buf_u64(b, p->executions);
	buf_u64(b, total);
	buf_u64(b, p->jobs);
	buf_u64(b, p->jobs_ended);
	buf_u64(b, p->races);
	buf_u64(b, p->findings);
}

bool history_decode(struct reader *r, struct history_point *p)
{
	p->ms = read_u64(r);
	p->executions = read_u64(r);
	uint64_t total = read_u64(r);
	memcpy(&p->total, &total, sizeof total);
	p->jobs = read_u64(r);
	p->jobs_ended = read_u64(r);
	p->races = read_u64(r);
	p->findings = read_u64(r);
	return !r->bad && !r->left;
}

/* ---- in the store ---- */

struct result store_add_history(struct store *s, const struct history_point *p)
{
	struct buf b = {0};
	history_encode(&b, p);
	struct sql_value v[] = {SQL_BUF(&b), SQL_NUMBER(store_sum(STORE_SUM, b.at, b.n))};
	struct result r = sql_run(s, "INSERT INTO history VALUES(NULL, ?, ?)", v, ARRAY_SIZE(v));
	buf_release(&b);
	return r;
}

static struct result take_point(struct store *s, struct sqlite3_stmt *q, void *arg)
{
	history_vec *to = arg;
	struct history_point p;
	struct reader r = sql_bytes(q, 0);
	if (store_sum(STORE_SUM, r.at, r.left) != sql_number(q, 1) || !history_decode(&r, &p))
		return store_damaged(s, "its history");
	vec_push(to, p);
	return result_ok();
}

struct result store_history(struct store *s, history_vec *to)
{
	return sql_each(s, "SELECT record, sum FROM history ORDER BY id", NULL, 0, take_point, to);
}
