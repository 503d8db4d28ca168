/* SPDX-License-Identifier: MIT */
/* The history of a run in the store. */
#include "jobs/store/store.h"

#include "jobs/store/store_sql.h"

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
