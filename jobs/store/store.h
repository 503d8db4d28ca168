/* SPDX-License-Identifier: MIT */
/*
 * The file that a run is kept in: run.db of a run directory (docs/run-directory.md).
 *
 * An SQLite database with what the run is (struct run_facts), the journal of all that was
 * told to the job manager or found, and for each part its orders, counts and last checkpoint.
 * What one transaction writes is there as a whole or not at all, whenever the controller is
 * killed. Every row has a checksum: a damaged store is an error, never another verdict.
 *
 * Failures are results. Controller only; one process at a time (jobs/store/run_dir.h has the lock).
 */
#ifndef JOBS_STORE_H
#define JOBS_STORE_H

#include "event/code_words.h"
#include "jobs/controller/part_run.h"
#include "jobs/deepening/deepening_input.h"
#include "jobs/store/history.h"

#define STORE_FORMAT 3

struct sqlite3;

/* What a journal row holds. */
enum store_kind {
	STORE_INPUT,   /* struct deepening_input */
	STORE_FINDING, /* struct found */
	STORE_RACE,    /* struct race_record */
	STORE_KINDS
};

struct store {
	struct sqlite3 *db; /* NULL: closed */
	char *path;
	uint64_t records; /* of the journal */
	uint64_t sum;     /* over them */
	uint64_t parts;   /* rows */
};

/* So far, over all times that the run was resumed. */
struct run_spent {
	uint64_t elapsed_ms;
	uint64_t idle_ms; /* struct controller */
	uint64_t pauses;
};

/* What the run is: enough to begin its workers again, and to refuse another program. */
struct run_facts {
	char *program;        /* as the user wrote it */
	char *path;           /* what is executed */
	char *build_id;       /* NULL: none */
	char *directory;      /* where it was begun */
	string_vec words;     /* of the command line, after "scree" */
	string_vec variables; /* the environment: its size moves the stack */
	uint64_t slots;       /* workers at a time at the beginning */
	uint64_t budget_ms;   /* at the beginning; 0: none */
	struct run_spent spent;
	char *maps; /* memory map of a worker, for symbols; NULL: none yet */
};
void run_facts_release(struct run_facts *f);

/*
 * Makes a new file that says what the run is. It has another name (STORE_NEW behind its own) until
 * then, so that whoever is killed meanwhile leaves no file, or one that can be resumed. s is closed
 * by store_close in either case.
 */
struct result store_create(struct store *s, const char *path, const struct run_facts *f) MUST_USE;
#define STORE_NEW ".new"
/* Opens one and checks that it is of this version and whole. */
struct result store_open(struct store *s, const char *path) MUST_USE;
void store_close(struct store *s);

/* All writing happens between the two; what comes before a failed store_commit is undone. */
struct result store_begin(struct store *s) MUST_USE;
struct result store_commit(struct store *s) MUST_USE;

/* Only what changes while it runs; maps NULL: as before. */
struct result store_put_spent(struct store *s, const struct run_spent *spent,
                              const char *maps) MUST_USE;
/* f is released by run_facts_release in either case. */
struct result store_get_facts(struct store *s, struct run_facts *f) MUST_USE;

struct result store_append(struct store *s, enum store_kind kind,
                           const struct buf *record) MUST_USE;
/*
 * Calls take for each row of the journal in order; false from it: the row is damaged. Of a store
 * that was opened, the journal is read before anything is added to it.
 */
struct result store_journal(struct store *s,
                            bool (*take)(void *arg, enum store_kind kind, struct reader *r),
                            void *arg) MUST_USE;

/* The last progress of each part since the journal's last record; replaces what was there. */
struct result store_put_progress(struct store *s, const struct deepening_input *in,
                                 size_t n) MUST_USE;
struct result store_progress(struct store *s,
                             bool (*take)(void *arg, const struct deepening_input *in),
                             void *arg) MUST_USE;

/* Orders, counts and checkpoint; of one that is spilled, all but the checkpoint. */
struct result store_put_part(struct store *s, const struct part_run *p) MUST_USE;
/* Calls take with each part; it takes the members over. Large checkpoints stay: spilled is set. */
struct result store_parts(struct store *s, bool (*take)(void *arg, struct part_run *p),
                          void *arg) MUST_USE;
/* Fills in p->checkpoint. */
struct result store_load_checkpoint(struct store *s, struct part_run *p) MUST_USE;

/* How far it had come, point by point in time. */
struct result store_add_history(struct store *s, const struct history_point *p) MUST_USE;
/* Adds all points to a vector that the caller releases in either case. */
struct result store_history(struct store *s, history_vec *to) MUST_USE;

/* Beyond this many bytes a checkpoint that nobody works on is left to the store alone. */
#define STORE_SPILL (1u << 20)

#endif
