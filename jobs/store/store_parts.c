/* SPDX-License-Identifier: MIT */
/* Parts in the store. */
#include "jobs/store/store.h"

#include "jobs/store/store_sql.h"

#include <string.h>

static uint64_t checkpoint_sum(const struct part_run *p, const void *at, size_t n)
{
	uint64_t sum = store_sum_number(store_sum_number(STORE_SUM, p->job), p->part);
	return store_sum(sum, at, n);
}

/* Columns that are numbers, in their order. */
enum { JOB, PART, EXECUTIONS, EVENTS, CPU_MS, LOST_CPU_MS, SLOT, PEAK_RSS_KB, NUMBERS };

/* Everything but the checkpoint. */
static uint64_t part_sum(const uint64_t numbers[NUMBERS], struct reader orders, struct reader done)
{
	uint64_t sum = STORE_SUM;
	for (size_t i = 0; i < NUMBERS; i++)
		sum = store_sum_number(sum, numbers[i]);
	return store_sum(store_sum(sum, orders.at, orders.left), done.at, done.left);
}

static struct reader reader_of(const struct buf *b)
{
	return (struct reader){b->at, b->n, false};
}

static struct result put_checkpoint(struct store *s, const struct part_run *p)
{
	struct sql_value v[] = {
	        SQL_BUF(&p->checkpoint),
	        SQL_NUMBER(checkpoint_sum(p, p->checkpoint.at, p->checkpoint.n)),
	        SQL_NUMBER(p->job),
	        SQL_NUMBER(p->part),
	};
	return sql_run(s,
	               "UPDATE part SET checkpoint = ?, checkpoint_sum = ? WHERE job = ? AND part "
	               "= ?",
	               v, ARRAY_SIZE(v));
}

static struct result count_parts(struct store *s, struct sqlite3_stmt *q, void *arg)
{
	(void)arg;
	s->parts = sql_number(q, 0);
	return result_ok();
}

struct result store_put_part(struct store *s, const struct part_run *p)
{
	struct buf orders = {0}, done = {0};
	constraint_vec_encode(&orders, &p->orders);
	wire_done_encode(&done, &p->counts.done);
	uint64_t n[NUMBERS] = {
	        [JOB] = p->job,
	        [PART] = p->part,
	        [EXECUTIONS] = p->counts.executions,
	        [EVENTS] = p->counts.events,
	        [CPU_MS] = (uint64_t)(part_run_cpu_s(p) * 1000),
	        [LOST_CPU_MS] = (uint64_t)(p->lost_cpu * 1000),
	        [SLOT] = p->slot,
	        [PEAK_RSS_KB] = p->peak_rss_kb,
	};
	struct sql_value v[NUMBERS + 3];
	for (size_t i = 0; i < NUMBERS; i++)
		v[i] = SQL_NUMBER(n[i]);
	v[NUMBERS] = SQL_BUF(&orders);
	v[NUMBERS + 1] = SQL_BUF(&done);
	v[NUMBERS + 2] = SQL_NUMBER(part_sum(n, reader_of(&orders), reader_of(&done)));
	struct result r = sql_run(
	        s,
	        "INSERT INTO part VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, NULL, 0)"
	        " ON CONFLICT DO UPDATE SET executions = ?3, events = ?4, cpu_ms = ?5,"
	        " lost_cpu_ms = ?6, slot = ?7, peak_rss_kb = ?8, orders = ?9, done = ?10,"
	        " sum = ?11",
	        v, ARRAY_SIZE(v));
	buf_release(&orders);
	buf_release(&done);
	GUARD(r);
	if (!p->spilled)
		GUARD(put_checkpoint(s, p));
	return sql_each(s, "SELECT count(*) FROM part", NULL, 0, count_parts, NULL);
}

static bool decode_part(struct part_run *p, struct reader orders, struct reader done)
{
	bool good = constraint_vec_decode(&orders, &p->orders) && !orders.left;
	good &= wire_done_decode(&done, &p->counts.done) && !done.left;
	/* Kept without them. */
	good &= !p->counts.done.schedule.n && !p->counts.done.divergence.happened;
	vec_release(&p->counts.done.schedule);
	mem_free(p->counts.done.divergence.what);
	p->counts.done.divergence.what = NULL;
	return good;
}

struct part_reader {
	bool (*take)(void *arg, struct part_run *p);
	void *arg;
};

static struct result take_part(struct store *s, struct sqlite3_stmt *q, void *arg)
{
	const struct part_reader *to = arg;
	struct part_run p;
	struct reader orders = sql_bytes(q, NUMBERS), done = sql_bytes(q, NUMBERS + 1);
	uint64_t n[NUMBERS], bytes = sql_number(q, NUMBERS + 3);
	for (int i = 0; i < NUMBERS; i++)
		n[i] = sql_number(q, i);
	part_run_init(&p, (uint32_t)n[JOB], (uint32_t)n[PART]);
	p.counts.executions = n[EXECUTIONS];
	p.counts.events = n[EVENTS];
	p.earlier_cpu = (double)n[CPU_MS] / 1000;
	p.lost_cpu = (double)n[LOST_CPU_MS] / 1000;
	p.slot = (uint32_t)n[SLOT];
	p.peak_rss_kb = n[PEAK_RSS_KB];
	p.spilled = bytes > 0;
	bool good = part_sum(n, orders, done) == sql_number(q, NUMBERS + 2) &&
	            decode_part(&p, orders, done);
	struct result r = good ? result_ok() : store_damaged(s, "a part");
	if (!result_failed(r) && p.spilled && bytes <= STORE_SPILL)
		r = store_load_checkpoint(s, &p);
	if (!result_failed(r) && !to->take(to->arg, &p))
		r = store_damaged(s, "a part that no job has");
	part_run_release(&p);
	return r;
}

struct result store_parts(struct store *s, bool (*take)(void *arg, struct part_run *p), void *arg)
{
	struct part_reader to = {take, arg};
	return sql_each(s,
	                "SELECT job, part, executions, events, cpu_ms, lost_cpu_ms, slot, "
	                "peak_rss_kb, orders, done, sum, length(checkpoint) FROM part "
	                "ORDER BY rowid",
	                NULL, 0, take_part, &to);
}

static struct result take_checkpoint(struct store *s, struct sqlite3_stmt *q, void *arg)
{
	struct part_run *p = arg;
	struct reader r = sql_bytes(q, 0);
	if (checkpoint_sum(p, r.at, r.left) != sql_number(q, 1))
		return store_damaged(s, "a checkpoint");
	buf_clear(&p->checkpoint);
	buf_bytes(&p->checkpoint, r.at, r.left);
	p->spilled = false;
	return result_ok();
}

struct result store_load_checkpoint(struct store *s, struct part_run *p)
{
	struct sql_value v[] = {SQL_NUMBER(p->job), SQL_NUMBER(p->part)};
	GUARD(sql_each(s, "SELECT checkpoint, checkpoint_sum FROM part WHERE job = ? AND part = ?",
	               v, ARRAY_SIZE(v), take_checkpoint, p));
	return p->spilled ? store_damaged(s, "a checkpoint is missing") : result_ok();
}
