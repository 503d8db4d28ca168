/* SPDX-License-Identifier: MIT */
/* One SQL statement of jobs/store/store.h: values in, values out, failures as results. */
#ifndef JOBS_STORE_SQL_H
#define JOBS_STORE_SQL_H

#include "jobs/store/store.h"

/* bytes NULL: the number. */
struct sql_value {
	const void *bytes;
	size_t n;
	uint64_t number;
};
#define SQL_NUMBER(v)    ((struct sql_value){.number = (v)})
#define SQL_BYTES(at, n) ((struct sql_value){(at) ? (const void *)(at) : "", (n), 0})
#define SQL_BUF(b)       SQL_BYTES((b)->at, (b)->n)

struct sqlite3_stmt;

/* Runs a statement that gives no rows. */
struct result sql_run(struct store *s, const char *sql, const struct sql_value *v,
                      size_t n) MUST_USE;
/* Calls row for each row; what it returns as failed ends it. */
struct result sql_each(struct store *s, const char *sql, const struct sql_value *v, size_t n,
                       struct result (*row)(struct store *s, struct sqlite3_stmt *q, void *arg),
                       void *arg) MUST_USE;

uint64_t sql_number(struct sqlite3_stmt *q, int column);
/* Valid until the next row. */
struct reader sql_bytes(struct sqlite3_stmt *q, int column);

/* "cannot VERB 'PATH': why". */
struct result store_failed(struct store *s, const char *verb) MUST_USE;
struct result store_damaged(struct store *s, const char *what) MUST_USE;

/* Checksums: FNV-1a over 64 bits, begun with another sum to chain them. */
#define STORE_SUM 0xcbf29ce484222325u
uint64_t store_sum(uint64_t sum, const void *at, size_t n);
uint64_t store_sum_number(uint64_t sum, uint64_t v);

#endif
