/* SPDX-License-Identifier: MIT */
/* The file, the facts and the journal; store_parts.c and history.c have the rest. */
#include "jobs/store/store.h"

#include "base/str.h"
#include "base/version.h"
#include "jobs/store/store_sql.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define APPLICATION_ID 0x53637265 /* "Scre" */
#define BUSY_MS        2000

static const char tables[] =
        "CREATE TABLE run(key TEXT PRIMARY KEY, value BLOB, sum INTEGER) WITHOUT ROWID;"
        "CREATE TABLE journal(id INTEGER PRIMARY KEY, kind INTEGER, record BLOB, sum INTEGER);"
        "CREATE TABLE progress(id INTEGER PRIMARY KEY, record BLOB, sum INTEGER);"
        "CREATE TABLE history(id INTEGER PRIMARY KEY, record BLOB, sum INTEGER);"
        "CREATE TABLE part(job INTEGER, part INTEGER, executions INTEGER, events INTEGER,"
        " cpu_ms INTEGER, lost_cpu_ms INTEGER, slot INTEGER, peak_rss_kb INTEGER, orders BLOB, "
        "done BLOB, sum INTEGER,"
        " checkpoint BLOB, checkpoint_sum INTEGER, PRIMARY KEY(job, part));";

/* ---- the file ---- */

static struct result execute(struct store *s, const char *sql, const char *verb)
{
	if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		return store_failed(s, verb);
	return result_ok();
}

static struct result open_file(struct store *s, const char *path, int flags)
{
	*s = (struct store){.path = str_copy(path), .sum = STORE_SUM};
	if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK)
		return store_failed(s, "open");
	sqlite3_busy_timeout(s->db, BUSY_MS);
	return result_ok();
}

static struct result take_number(struct store *s, struct sqlite3_stmt *q, void *arg)
{
	(void)s;
	*(uint64_t *)arg = sql_number(q, 0);
	return result_ok();
}

static struct result take_check(struct store *s, struct sqlite3_stmt *q, void *arg)
{
	(void)arg;
	struct reader text = sql_bytes(q, 0);
	if (text.left == 2 && memcmp(text.at, "ok", 2) == 0)
		return result_ok();
	char *what = str_format("%.*s", (int)text.left, (const char *)text.at);
	struct result r = store_damaged(s, what);
	mem_free(what);
	return r;
}

static struct result check_file(struct store *s)
{
	uint64_t id = 0, version = 0;
	struct result r = sql_each(s, "PRAGMA application_id", NULL, 0, take_number, &id);
	if (result_failed(r) || id != APPLICATION_ID) {
		result_release(&r);
		return result_error("'%s' is not a file of scree, or its beginning is damaged",
		                    s->path);
	}
	GUARD(sql_each(s, "PRAGMA user_version", NULL, 0, take_number, &version));
	if (version != STORE_FORMAT)
		return result_error("'%s' has format %u and this scree knows format %u; resume the "
		                    "run with the scree that began it",
		                    s->path, (unsigned)version, STORE_FORMAT);
	return sql_each(s, "PRAGMA quick_check(1)", NULL, 0, take_check, NULL);
}

/* Against a killed process NORMAL is as safe as FULL; without power, seconds are lost. */
static struct result prepare(struct store *s)
{
	return execute(s, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL", "open");
}

struct result store_open(struct store *s, const char *path)
{
	GUARD(open_file(s, path, SQLITE_OPEN_READWRITE));
	GUARD(check_file(s));
	GUARD(prepare(s));
	return sql_each(s, "SELECT count(*) FROM part", NULL, 0, take_number, &s->parts);
}

void store_close(struct store *s)
{
	sqlite3_close(s->db);
	mem_free(s->path);
	*s = (struct store){0};
}

/* ---- facts ---- */

static struct result put(struct store *s, const char *key, const void *at, size_t n)
{
	uint64_t sum = store_sum(store_sum(STORE_SUM, key, strlen(key)), at, n);
	struct sql_value v[] = {SQL_BYTES(key, strlen(key)), SQL_BYTES(at, n), SQL_NUMBER(sum)};
	return sql_run(s, "INSERT OR REPLACE INTO run VALUES(CAST(? AS TEXT), ?, ?)", v,
	               ARRAY_SIZE(v));
}

static struct result put_number(struct store *s, const char *key, uint64_t v)
{
	struct buf b = {0};
	buf_u64(&b, v);
	struct result r = put(s, key, b.at, b.n);
	buf_release(&b);
	return r;
}

static struct result put_text(struct store *s, const char *key, const char *text)
{
	return text ? put(s, key, text, strlen(text)) : result_ok();
}

static struct result put_strings(struct store *s, const char *key, const string_vec *v)
{
	struct buf b = {0};
	buf_u32(&b, (uint32_t)v->n);
	for (size_t i = 0; i < v->n; i++)
		buf_str(&b, v->at[i]);
	struct result r = put(s, key, b.at, b.n);
	buf_release(&b);
	return r;
}

struct lookup {
	const char *key;
	struct buf *to;
	bool found;
};

static struct result take_value(struct store *s, struct sqlite3_stmt *q, void *arg)
{
	struct lookup *l = arg;
	struct reader r = sql_bytes(q, 0);
	uint64_t sum = store_sum(store_sum(STORE_SUM, l->key, strlen(l->key)), r.at, r.left);
	if (sum != sql_number(q, 1))
		return store_damaged(s, l->key);
	buf_bytes(l->to, r.at, r.left);
	l->found = true;
	return result_ok();
}

static struct result get(struct store *s, const char *key, struct buf *to, bool *found)
{
	struct lookup l = {key, to, false};
	struct sql_value v = SQL_BYTES(key, strlen(key));
	struct result r = sql_each(s, "SELECT value, sum FROM run WHERE key = CAST(? AS TEXT)", &v,
	                           1, take_value, &l);
	*found = l.found;
	return r;
}

static struct result get_text(struct store *s, const char *key, char **text)
{
	struct buf b = {0};
	bool found;
	struct result r = get(s, key, &b, &found);
	buf_u8(&b, 0);
	*text = found ? str_copy((const char *)b.at) : NULL;
	buf_release(&b);
	return r;
}

static struct result get_number(struct store *s, const char *key, uint64_t *v)
{
	struct buf b = {0};
	bool found;
	struct result r = get(s, key, &b, &found);
	struct reader in = {b.at, b.n, false};
	*v = read_u64(&in);
	if (!result_failed(r) && (in.bad || in.left))
		r = store_damaged(s, key);
	buf_release(&b);
	return r;
}

static struct result get_strings(struct store *s, const char *key, string_vec *v)
{
	struct buf b = {0};
	bool found;
	struct result r = get(s, key, &b, &found);
	struct reader in = {b.at, b.n, false};
	size_t n = read_count(&in, 4);
	for (size_t i = 0; i < n; i++)
		vec_push(v, read_str(&in));
	if (!result_failed(r) && (in.bad || in.left))
		r = store_damaged(s, key);
	buf_release(&b);
	return r;
}

static struct result put_facts(struct store *s, const struct run_facts *f)
{
	GUARD(put_text(s, "scree", SCREE_VERSION));
	GUARD(put_text(s, "program", f->program));
	GUARD(put_text(s, "path", f->path));
	GUARD(put_text(s, "build_id", f->build_id));
	GUARD(put_text(s, "directory", f->directory));
	GUARD(put_strings(s, "words", &f->words));
	GUARD(put_strings(s, "variables", &f->variables));
	GUARD(put_number(s, "slots", f->slots));
	GUARD(put_number(s, "budget_ms", f->budget_ms));
	return store_put_spent(s, &f->spent, f->maps);
}

/* The counts tell a journal or a set of parts that has lost its end. */
struct result store_put_spent(struct store *s, const struct run_spent *spent, const char *maps)
{
	GUARD(put_number(s, "elapsed_ms", spent->elapsed_ms));
	GUARD(put_number(s, "idle_ms", spent->idle_ms));
	GUARD(put_number(s, "pauses", spent->pauses));
	GUARD(put_number(s, "records", s->records));
	GUARD(put_number(s, "parts", s->parts));
	return put_text(s, "maps", maps);
}

/* Nobody reads the file before it is renamed: a transaction that is cut off need not be undone. */
static struct result fill_new(struct store *s, const struct run_facts *f)
{
	char *sql = str_format("PRAGMA journal_mode=OFF; BEGIN; PRAGMA application_id=%d;"
	                       "PRAGMA user_version=%d; %s",
	                       APPLICATION_ID, STORE_FORMAT, tables);
	struct result r = execute(s, sql, "make");
	mem_free(sql);
	GUARD(r);
	GUARD(put_facts(s, f));
	return store_commit(s);
}

struct result store_create(struct store *s, const char *path, const struct run_facts *f)
{
	char *new = str_format("%s" STORE_NEW, path);
	unlink(new);
	struct result r = open_file(s, new, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
	if (!result_failed(r))
		r = fill_new(s, f);
	store_close(s);
	if (!result_failed(r) && rename(new, path) != 0)
		r = result_errno("cannot make '%s'", path);
	mem_free(new);
	GUARD(r);
	GUARD(open_file(s, path, SQLITE_OPEN_READWRITE));
	return prepare(s);
}

static struct result check_version(struct store *s)
{
	char *version;
	struct result r = get_text(s, "scree", &version);
	if (!result_failed(r) && (!version || strcmp(version, SCREE_VERSION) != 0))
		r = result_error("the run was begun by scree %s and this is scree %s; resume it "
		                 "with that one, or begin again with `scree check`",
		                 version ? version : "of another kind", SCREE_VERSION);
	mem_free(version);
	return r;
}

struct result store_get_facts(struct store *s, struct run_facts *f)
{
	*f = (struct run_facts){0};
	GUARD(check_version(s));
	GUARD(get_text(s, "program", &f->program));
	GUARD(get_text(s, "path", &f->path));
	GUARD(get_text(s, "build_id", &f->build_id));
	GUARD(get_text(s, "directory", &f->directory));
	GUARD(get_strings(s, "words", &f->words));
	GUARD(get_strings(s, "variables", &f->variables));
	GUARD(get_number(s, "slots", &f->slots));
	GUARD(get_number(s, "budget_ms", &f->budget_ms));
	GUARD(get_number(s, "elapsed_ms", &f->spent.elapsed_ms));
	GUARD(get_number(s, "idle_ms", &f->spent.idle_ms));
	GUARD(get_number(s, "pauses", &f->spent.pauses));
	GUARD(get_text(s, "maps", &f->maps));
	if (!f->program || !f->path || !f->directory || !f->words.n || !f->slots ||
	    f->slots > DEEPENING_SLOTS)
		return store_damaged(s, "what the run is does not stand there");
	return result_ok();
}

void run_facts_release(struct run_facts *f)
{
	mem_free(f->program);
	mem_free(f->path);
	mem_free(f->build_id);
	mem_free(f->directory);
	mem_free(f->maps);
	strings_release(&f->words);
	strings_release(&f->variables);
	*f = (struct run_facts){0};
}

/* ---- transactions and the journal ---- */

struct result store_begin(struct store *s)
{
	return execute(s, "BEGIN IMMEDIATE", "write");
}

struct result store_commit(struct store *s)
{
	return execute(s, "COMMIT", "write");
}

struct result store_append(struct store *s, enum store_kind kind, const struct buf *record)
{
	uint64_t sum = store_sum(store_sum_number(s->sum, kind), record->at, record->n);
	struct sql_value v[] = {SQL_NUMBER(s->records + 1), SQL_NUMBER(kind), SQL_BUF(record),
	                        SQL_NUMBER(sum)};
	GUARD(sql_run(s, "INSERT INTO journal VALUES(?, ?, ?, ?)", v, ARRAY_SIZE(v)));
	s->records++;
	s->sum = sum;
	return result_ok();
}

struct journal_reader {
	bool (*take)(void *arg, enum store_kind kind, struct reader *r);
	void *arg;
};

static struct result take_row(struct store *s, struct sqlite3_stmt *q, void *arg)
{
	const struct journal_reader *j = arg;
	uint64_t kind = sql_number(q, 0);
	struct reader r = sql_bytes(q, 1);
	s->sum = store_sum(store_sum_number(s->sum, kind), r.at, r.left);
	s->records++;
	if (s->sum != sql_number(q, 2) || kind >= STORE_KINDS ||
	    !j->take(j->arg, (enum store_kind)kind, &r))
		return store_damaged(s, "its journal");
	return result_ok();
}

struct result store_journal(struct store *s,
                            bool (*take)(void *arg, enum store_kind kind, struct reader *r),
                            void *arg)
{
	struct journal_reader j = {take, arg};
	uint64_t records, parts;
	s->records = 0;
	s->sum = STORE_SUM;
	GUARD(sql_each(s, "SELECT kind, record, sum FROM journal ORDER BY id", NULL, 0, take_row,
	               &j));
	GUARD(get_number(s, "records", &records));
	GUARD(get_number(s, "parts", &parts));
	if (records != s->records || parts != s->parts)
		return store_damaged(s, "rows are missing");
	return result_ok();
}

struct result store_put_progress(struct store *s, const struct deepening_input *in, size_t n)
{
	struct result r = execute(s, "DELETE FROM progress", "write");
	for (size_t i = 0; i < n && !result_failed(r); i++) {
		struct buf b = {0};
		deepening_input_encode(&b, &in[i]);
		struct sql_value v[] = {SQL_BUF(&b), SQL_NUMBER(store_sum(STORE_SUM, b.at, b.n))};
		r = sql_run(s, "INSERT INTO progress VALUES(NULL, ?, ?)", v, ARRAY_SIZE(v));
		buf_release(&b);
	}
	return r;
}

struct progress_reader {
	bool (*take)(void *arg, const struct deepening_input *in);
	void *arg;
};

static struct result take_progress(struct store *s, struct sqlite3_stmt *q, void *arg)
{
	const struct progress_reader *p = arg;
	struct deepening_input in = {0};
	struct reader r = sql_bytes(q, 0);
	bool good = store_sum(STORE_SUM, r.at, r.left) == sql_number(q, 1) &&
	            deepening_input_decode(&r, &in) && in.kind == INPUT_PROGRESS &&
	            p->take(p->arg, &in);
	deepening_input_release(&in);
	return good ? result_ok() : store_damaged(s, "progress");
}

struct result store_progress(struct store *s,
                             bool (*take)(void *arg, const struct deepening_input *in), void *arg)
{
	struct progress_reader p = {take, arg};
	return sql_each(s, "SELECT record, sum FROM progress ORDER BY id", NULL, 0, take_progress,
	                &p);
}
