/* SPDX-License-Identifier: MIT */
#include "jobs/store/run_keeper.h"

#include "base/str.h"
#include "jobs/system/file.h"
#include "jobs/workers/compile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM_MAX (1u << 30)

/* ---- trouble ---- */

/* What is in the file already is whole: it can be resumed, with more to do again. */
static void give_up(struct run_keeper *k, struct result r)
{
	char *text = str_format("%s; the run goes on, but what it finds from now on is not kept "
	                        "for `scree resume`",
	                        r.error);
	k->options.warn(text);
	mem_free(text);
	result_release(&r);
	store_close(&k->store);
	k->off = true;
}

/* ---- the log ---- */

static void keep_bytes(struct run_keeper *k, enum store_kind kind, struct buf *b)
{
	vec_push(&k->waiting, (struct kept_record){kind, *b});
	*b = (struct buf){0};
}

static void keep_input(struct run_keeper *k, const struct deepening_input *in)
{
	struct buf b = {0};
	deepening_input_encode(&b, in);
	keep_bytes(k, STORE_INPUT, &b);
}

void run_keeper_take_progress(struct run_keeper *k, const struct deepening_input *in)
{
	for (size_t i = 0; i < k->progress.n; i++)
		if (k->progress.at[i].job == in->job && k->progress.at[i].part == in->part) {
			k->progress.at[i] = *in;
			return;
		}
	vec_push(&k->progress, *in);
}

static void on_input(void *arg, const struct deepening_input *in)
{
	struct run_keeper *k = arg;
	if (k->off)
		return;
	if (in->kind == INPUT_PROGRESS) {
		run_keeper_take_progress(k, in);
		return;
	}
	for (size_t i = 0; i < k->progress.n; i++)
		keep_input(k, &k->progress.at[i]);
	vec_clear(&k->progress);
	keep_input(k, in);
}

static void on_found(void *arg, const struct found *f)
{
	struct run_keeper *k = arg;
	struct buf b = {0};
	if (k->off)
		return;
	found_encode(&b, f);
	keep_bytes(k, STORE_FINDING, &b);
}

static void on_race(void *arg, const struct race_record *r)
{
	struct run_keeper *k = arg;
	struct buf b = {0};
	if (k->off)
		return;
	race_encode(&b, r);
	keep_bytes(k, STORE_RACE, &b);
}

/* A checkpoint that cannot be read costs what it stood for: the part is explored anew. */
static void on_load(void *arg, struct part_run *p)
{
	struct run_keeper *k = arg;
	struct result r = k->store.db ? store_load_checkpoint(&k->store, p)
	                              : result_error("a checkpoint that was put on disk is lost");
	if (!result_failed(r))
		return;
	p->spilled = false;
	if (k->off)
		result_release(&r);
	else
		give_up(k, r);
}

/* ---- writing ---- */

static void fill_facts(struct run_keeper *k, struct run_facts *f)
{
	const struct program *p = k->options.program;
	char *here = getcwd(NULL, 0);
	*f = (struct run_facts){
	        .program = str_copy(p->name),
	        .path = str_copy(p->path),
	        .build_id = str_copy(p->build_id),
	        .directory = str_copy(here ? here : "/"),
	        .slots = k->options.slots,
	        .budget_ms = k->options.budget_ms,
	};
	for (int i = 0; i < k->options.argc; i++)
		vec_push(&f->words, str_copy(k->options.argv[i]));
	for (char **v = environ; *v; v++)
		vec_push(&f->variables, str_copy(*v));
	free(here);
}

/* What was compiled for this run goes with it; resumed, it is put back where it was. */
static struct result keep_program(const struct run_keeper *k)
{
	if (!is_source_file(k->options.program->name))
		return result_ok();
	struct buf b = {0};
	char *to = run_dir_file(&k->dir, RUN_DIR_PROGRAM);
	struct result r = file_read(k->options.program->path, &b, PROGRAM_MAX);
	if (!result_failed(r))
		r = file_write(to, &b);
	buf_release(&b);
	mem_free(to);
	return r;
}

static struct result create_store(struct run_keeper *k)
{
	struct run_facts facts;
	GUARD(keep_program(k));
	char *path = run_dir_file(&k->dir, RUN_DIR_STORE);
	fill_facts(k, &facts);
	struct result r = store_create(&k->store, path, &facts);
	run_facts_release(&facts);
	mem_free(path);
	return r;
}

static struct result write_spent(struct run_keeper *k, const struct controller *c, uint64_t now)
{
	const char *maps = c->total.maps;
	if (maps && k->maps && strcmp(maps, k->maps) == 0)
		maps = NULL;
	struct run_spent spent = {now, c->idle_ms, c->pauses};
	GUARD(store_put_spent(&k->store, &spent, maps));
	if (maps) {
		mem_free(k->maps);
		k->maps = str_copy(maps);
	}
	return result_ok();
}

/* The end is always a point of it. */
static struct result write_history(struct run_keeper *k, const struct controller *c, uint64_t now,
                                   bool last)
{
	if (!last && !history_due(k->history_ms, now))
		return result_ok();
	struct history_point p = history_point_of(c, now);
	k->history_ms = now;
	return store_add_history(&k->store, &p);
}

static struct result write_all(struct run_keeper *k, struct controller *c, uint64_t now, bool last)
{
	GUARD(store_begin(&k->store));
	for (size_t i = 0; i < k->waiting.n; i++)
		GUARD(store_append(&k->store, k->waiting.at[i].kind, &k->waiting.at[i].bytes));
	GUARD(store_put_progress(&k->store, k->progress.at, k->progress.n));
	for (size_t i = 0; i < c->parts.n; i++)
		if (c->parts.at[i]->unsaved)
			GUARD(store_put_part(&k->store, c->parts.at[i]));
	GUARD(write_spent(k, c, now));
	GUARD(write_history(k, c, now, last));
	return store_commit(&k->store);
}

static void written(struct run_keeper *k, struct controller *c, uint64_t now)
{
	for (size_t i = 0; i < k->waiting.n; i++)
		buf_release(&k->waiting.at[i].bytes);
	vec_clear(&k->waiting);
	for (size_t i = 0; i < c->parts.n; i++) {
		struct part_run *p = c->parts.at[i];
		p->unsaved = false;
		if (!p->works && p->checkpoint.n > STORE_SPILL) {
			buf_release(&p->checkpoint);
			p->spilled = true;
		}
	}
	k->written_ms = now;
}

static bool too_early(const struct run_keeper *k, const struct controller *c, uint64_t now)
{
	if (k->store.db)
		return now - k->written_ms < KEEP_EVERY_MS;
	return !k->dir.path && c->total.stopped == STOP_NONE && now < KEEP_AFTER_MS;
}

/* An error is not kept, and no fresh directory is made for a run that is over. */
static bool not_wanted(const struct run_keeper *k, const struct controller *c, bool last)
{
	return k->off || c->total.ending != ENDING_NONE ||
	       (last && !k->dir.path && c->total.stopped == STOP_NONE);
}

static void on_commit(void *arg, struct controller *c, bool last)
{
	struct run_keeper *k = arg;
	uint64_t now = controller_elapsed_ms(c);
	struct result r = result_ok();
	if (not_wanted(k, c, last) || (!last && too_early(k, c, now)))
		return;
	if (!k->dir.path)
		r = run_dir_make(&k->dir, NULL, k->options.program->name);
	if (!result_failed(r) && !k->store.db)
		r = create_store(k);
	if (!result_failed(r))
		r = write_all(k, c, now, last);
	if (result_failed(r))
		give_up(k, r);
	else
		written(k, c, now);
}

/* ---- begin and end ---- */

struct result run_keeper_init(struct run_keeper *k, const struct run_keeper_options *options)
{
	*k = (struct run_keeper){.options = *options, .dir.lock_fd = -1};
	if (!options->dir)
		return result_ok();
	char *db = str_format("%s/" RUN_DIR_STORE, options->dir);
	bool taken = access(db, F_OK) == 0;
	mem_free(db);
	struct result r = run_dir_make(&k->dir, options->dir, options->program->name);
	if (!result_failed(r) || taken)
		return r;
	give_up(k, r);
	run_dir_release(&k->dir);
	return result_ok();
}

void run_keeper_resume(struct run_keeper *k, const struct run_keeper_options *options,
                       struct run_dir *dir, struct store *store)
{
	*k = (struct run_keeper){.options = *options, .dir = *dir, .store = *store};
	*dir = (struct run_dir){.lock_fd = -1};
	*store = (struct store){0};
}

struct controller_log run_keeper_log(struct run_keeper *k)
{
	return (struct controller_log){on_input, on_found, on_race, on_commit, on_load, k};
}

/* Something may still be found: what stopped it was not the end of the work. */
static bool resumable(const struct controller *c)
{
	bool through = c->deepening.over && !c->deepening.stopped;
	/* A worker could not be started: there may be memory or processes again later. */
	if (result_failed(c->trouble))
		return true;
	return c->total.stopped != STOP_NONE && !through &&
	       !(c->errors && !c->options.deepening.keep_going);
}

char *run_keeper_end(struct run_keeper *k, const struct controller *c)
{
	bool stored = k->store.db || k->off;
	char *dir = NULL;
	store_close(&k->store);
	if (k->dir.path && stored && resumable(c))
		dir = str_copy(k->dir.shown);
	else if (k->dir.fresh)
		run_dir_remove(&k->dir);
	return dir;
}

void run_keeper_release(struct run_keeper *k)
{
	store_close(&k->store);
	run_dir_release(&k->dir);
	for (size_t i = 0; i < k->waiting.n; i++)
		buf_release(&k->waiting.at[i].bytes);
	vec_release(&k->waiting);
	vec_release(&k->progress);
	mem_free(k->maps);
}
