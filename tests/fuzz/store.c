/* SPDX-License-Identifier: MIT */
/*
 * The file of a run directory, and the controller that is made from it. The first byte says what
 * the rest is: the bytes of the file, or the records in it (a kind, a length, bytes), which are
 * given the right checksums and so reach the decoders behind them.
 */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"

#include "actions/finding_file.h"
#include "jobs/store/restore.h"

#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AS_RECORDS = 1 };
/* Kinds of records after those of the journal. */
enum { RECORD_PROGRESS = STORE_KINDS, RECORD_ORDERS, RECORD_KINDS };

static struct tempdir dir;
static char *path;
static struct buf begun; /* the file of a run that has just begun */

static char name[] = "./a", word[] = "check";
static char *words[] = {word};
static struct program program = {.name = name, .path = name};

static void good(struct result r)
{
	if (result_failed(r))
		BUG("%s", r.error);
}

static void no_warning(const char *message)
{
	BUG("%s", message);
}

static void remove_dir(void)
{
	tempdir_remove(&dir);
	mem_free(path);
	buf_release(&begun);
}

static void read_file(struct buf *b)
{
	char bytes[4096];
	size_t n;
	FILE *f = fopen(path, "r");
	BUG_ON(!f);
	while ((n = fread(bytes, 1, sizeof(bytes), f)) > 0)
		buf_bytes(b, bytes, n);
	fclose(f);
}

/* In memory, where there is a file system for it: a disk would be waited for. */
static void prepare(void)
{
	struct store s;
	char *strings[] = {word};
	struct run_facts f = {.program = name, .path = name, .directory = name, .slots = 2};
	if (path)
		return;
	if (!getenv("TMPDIR") && access("/dev/shm", W_OK) == 0)
		setenv("TMPDIR", "/dev/shm", 1);
	good(tempdir_make(&dir));
	atexit(remove_dir);
	path = str_format("%s/" RUN_DIR_STORE, dir.path);
	f.words = (string_vec){strings, 1, 1};
	good(store_create(&s, path, &f));
	store_close(&s);
	read_file(&begun);
}

static void write_file(const uint8_t *at, size_t n)
{
	static const char *const besides[] = {"-wal", "-shm", "-journal"};
	for (size_t i = 0; i < ARRAY_SIZE(besides); i++) {
		char *file = str_format("%s%s", path, besides[i]);
		unlink(file);
		mem_free(file);
	}
	FILE *f = fopen(path, "w");
	BUG_ON(!f);
	BUG_ON(n && fwrite(at, 1, n, f) != n);
	fclose(f);
}

static void restore(struct run_dir *at, struct store *s, const struct run_facts *facts)
{
	struct run_keeper_options keeping = {.dir = dir.path,
	                                     .program = &program,
	                                     .argc = 1,
	                                     .argv = words,
	                                     .slots = 2,
	                                     .warn = no_warning};
	struct controller c;
	struct run_keeper k;
	history_vec history = {0};
	run_keeper_resume(&k, &keeping, at, s);
	struct controller_options o = {.deepening = {.mode = MODE_DEEPEN, .slots = 2},
	                               .log = run_keeper_log(&k)};
	controller_init(&c, &o);
	struct result r = controller_restore(&c, &k, facts);
	if (!result_failed(r)) {
		bool left = controller_conclude(&c);
		(void)left;
	}
	result_release(&r);
	r = store_history(&k.store, &history);
	result_release(&r);
	vec_release(&history);
	controller_release(&c);
	run_keeper_release(&k);
}

static void resume(void)
{
	struct run_dir at;
	struct store s;
	struct run_facts facts = {0};
	good(run_dir_open(&at, dir.path));
	struct result r = store_open(&s, path);
	if (!result_failed(r))
		r = store_get_facts(&s, &facts);
	if (!result_failed(r)) {
		restore(&at, &s, &facts);
	} else {
		store_close(&s);
		run_dir_release(&at);
	}
	result_release(&r);
	run_facts_release(&facts);
}

static void put_progress(struct store *s, struct reader *r)
{
	struct deepening_input in;
	if (deepening_input_decode(r, &in))
		good(store_put_progress(s, &in, 1));
	deepening_input_release(&in);
}

/* The n-th part of job 0, with orders and a checkpoint of these bytes. */
static void put_part(struct store *s, struct reader *r, uint32_t n)
{
	struct part_run p;
	part_run_init(&p, 0, n);
	p.counts.executions = read_u32(r);
	if (!constraint_vec_decode(r, &p.orders))
		vec_clear(&p.orders);
	buf_bytes(&p.checkpoint, r->at, r->left);
	good(store_put_part(s, &p));
	part_run_release(&p);
}

static void put_records(struct store *s, struct reader *r)
{
	uint32_t parts = 0;
	while (r->left && !r->bad) {
		unsigned kind = read_u8(r) % RECORD_KINDS;
		size_t n = read_u16(r);
		n = n < r->left ? n : r->left;
		struct reader record = {r->at, n, false};
		struct buf b = {0};
		buf_bytes(&b, r->at, n);
		if (kind == RECORD_PROGRESS)
			put_progress(s, &record);
		else if (kind == RECORD_ORDERS)
			put_part(s, &record, parts++);
		else
			good(store_append(s, (enum store_kind)kind, &b));
		buf_release(&b);
		r->at += n;
		r->left -= n;
	}
}

static void write_records(const uint8_t *at, size_t n)
{
	struct store s;
	struct reader r = {at, n, false};
	write_file(begun.at, begun.n);
	good(store_open(&s, path));
	good(store_begin(&s));
	put_records(&s, &r);
	good(store_put_spent(&s, &(struct run_spent){.elapsed_ms = 5}, NULL));
	good(store_commit(&s));
	store_close(&s);
}

void fuzz_one(const uint8_t *at, size_t n)
{
	prepare();
	if (!n)
		return;
	if (at[0] & AS_RECORDS)
		write_records(at + 1, n - 1);
	else
		write_file(at + 1, n - 1);
	resume();
}

/* ---- seeds ---- */

static void add(struct buf *b, unsigned kind, const struct buf *record)
{
	buf_u8(b, (uint8_t)kind);
	buf_u16(b, (uint16_t)record->n);
	buf_bytes(b, record->at, record->n);
}

static void add_input(struct buf *b, unsigned kind, struct deepening_input in)
{
	struct buf record = {0};
	deepening_input_encode(&record, &in);
	add(b, kind, &record);
	buf_release(&record);
}

static void add_found(struct buf *b)
{
	struct buf record = {0};
	buf_u32(&record, 0); /* job */
	buf_u8(&record, 1);  /* post mortem */
	record_finding(&record);
	add(b, STORE_FINDING, &record);
	buf_release(&record);
}

static void add_race(struct buf *b)
{
	struct buf record = {0};
	record_race(&record);
	add(b, STORE_RACE, &record);
	buf_release(&record);
}

static void add_part(struct buf *b)
{
	struct explore_constraint half = {1, 2, 3, 4, true};
	struct buf record = {0};
	buf_u32(&record, 17);
	constraint_vec_encode(&record, &(constraint_vec){&half, 1, 1});
	buf_str(&record, "a search");
	add(b, RECORD_ORDERS, &record);
	buf_release(&record);
}

/* A run in which a bit of everything happened. */
static void add_run(struct buf *b)
{
	struct part_progress far = {.executions = 11, .total = 1e3, .eta_ms = 12.5, .cpu_ms = 7};
	struct race_sighting race = {0};
	add_input(b, STORE_INPUT, (struct deepening_input){.kind = INPUT_DECIDE, .number = 1});
	for (uint64_t i = PP_CREATE; i <= PP_SIGNAL; i++)
		add_input(b, STORE_INPUT,
		          (struct deepening_input){.kind = INPUT_CLASS_USED, .number = i});
	add_input(b, STORE_INPUT,
	          (struct deepening_input){.kind = INPUT_PROGRESS, .progress = far});
	add_input(b, STORE_INPUT, (struct deepening_input){.kind = INPUT_RACE, .race = race});
	add_input(b, STORE_INPUT, (struct deepening_input){.kind = INPUT_DECIDE, .number = 90});
	add_found(b);
	add_race(b);
	add_input(b, STORE_INPUT,
	          (struct deepening_input){.kind = INPUT_PART_DONE, .limit = (char[]){"time"}});
	add_input(b, RECORD_PROGRESS,
	          (struct deepening_input){.kind = INPUT_PROGRESS, .progress = far});
	add_part(b);
}

/* Each input by itself, after the first decision. */
static void add_one(struct buf *b, unsigned kind)
{
	uint64_t places[] = {16, 32};
	struct deepening_input in = {.kind = (enum deepening_input_kind)kind, .number = 3};
	if (kind == INPUT_BUG)
		in.places = (pc_vec){places, 2, 2};
	add_input(b, STORE_INPUT, (struct deepening_input){.kind = INPUT_DECIDE, .number = 1});
	add_input(b, STORE_INPUT, in);
	add_input(b, STORE_INPUT, (struct deepening_input){.kind = INPUT_DECIDE, .number = 9});
}

bool fuzz_seed(unsigned i, struct buf *b)
{
	prepare();
	if (i == 0) {
		buf_u8(b, 0);
		buf_bytes(b, begun.at, begun.n);
		return true;
	}
	buf_u8(b, AS_RECORDS);
	if (i == 1) {
		add_run(b);
	} else if (i == 2) { /* the file of that run */
		struct buf run = {0};
		add_run(&run);
		write_records(run.at, run.n);
		buf_release(&run);
		buf_clear(b);
		buf_u8(b, 0);
		read_file(b);
	} else {
		add_one(b, i - 3);
	}
	return i < 3 + INPUT_KINDS;
}
