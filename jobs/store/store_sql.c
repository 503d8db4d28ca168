/* SPDX-License-Identifier: MIT */
#include "jobs/store/store_sql.h"

#include <sqlite3.h>

struct result store_failed(struct store *s, const char *verb)
{
	return result_error("cannot %s '%s': %s", verb, s->path,
	                    s->db ? sqlite3_errmsg(s->db) : "out of memory");
}

struct result store_damaged(struct store *s, const char *what)
{
	return result_error("'%s' is damaged (%s); the run cannot be resumed, begin it again with "
	                    "`scree check`",
	                    s->path, what);
}

static bool bind(sqlite3_stmt *q, const struct sql_value *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int at = (int)i + 1;
		int got = v[i].bytes ? sqlite3_bind_blob64(q, at, v[i].bytes, v[i].n, SQLITE_STATIC)
		                     : sqlite3_bind_int64(q, at, (int64_t)v[i].number);
		if (got != SQLITE_OK)
			return false;
	}
	return true;
}

struct result sql_each(struct store *s, const char *sql, const struct sql_value *v, size_t n,
                       struct result (*row)(struct store *s, struct sqlite3_stmt *q, void *arg),
                       void *arg)
{
	sqlite3_stmt *q = NULL;
	struct result r = result_ok();
	int got = SQLITE_ERROR;
	if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK && bind(q, v, n))
		while ((got = sqlite3_step(q)) == SQLITE_ROW && !result_failed(r))
			if (row)
				r = row(s, q, arg);
	if (!result_failed(r) && got == SQLITE_CORRUPT)
		r = store_damaged(s, sqlite3_errmsg(s->db));
	else if (!result_failed(r) && got != SQLITE_DONE)
		r = store_failed(s, row ? "read" : "write");
	sqlite3_finalize(q);
	return r;
}

struct result sql_run(struct store *s, const char *sql, const struct sql_value *v, size_t n)
{
	return sql_each(s, sql, v, n, NULL, NULL);
}

uint64_t sql_number(struct sqlite3_stmt *q, int column)
{
	return (uint64_t)sqlite3_column_int64(q, column);
}

struct reader sql_bytes(struct sqlite3_stmt *q, int column)
{
	const void *at = sqlite3_column_blob(q, column);
	int n = sqlite3_column_bytes(q, column);
	return (struct reader){at, at && n > 0 ? (size_t)n : 0, false};
}

uint64_t store_sum(uint64_t sum, const void *at, size_t n)
{
	const uint8_t *bytes = at;
	for (size_t i = 0; i < n; i++)
		sum = (sum ^ bytes[i]) * 0x100000001b3u;
	return store_sum_number(sum, n);
}

uint64_t store_sum_number(uint64_t sum, uint64_t v)
{
	for (int i = 0; i < 8; i++)
		sum = (sum ^ (v >> (8 * i) & 0xff)) * 0x100000001b3u;
	return sum;
}
