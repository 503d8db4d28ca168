/* SPDX-License-Identifier: MIT */
/*
 * The protocol between the controller (scree) and a worker (the tested program
 * with our runtime in it). Compiled by both sides; the version is checked in the
 * first message.
 *
 * A worker is started with SCREE_CONTROL=N in its environment: descriptor N is a
 * stream socket to the controller. Frames go both ways: u32 type, u32 length,
 * payload.
 *
 *   controller                          worker
 *   CONFIG (struct wire_config) ->
 *                                    <- HELLO (before main and before constructors)
 *                                    <- FINDING*, RACE*, DETAILS, TRACE*, WARNING is a FINDING
 *   SAVE ->                          <- CHECKPOINT (struct wire_checkpoint; empty: too large)
 *   DIVIDE ->                        <- ORDER (explore/constraint.h; empty: there is none); also
 *   GO ->                               unasked, where WIRE_DIVIDE_EARLY says so; then it waits for
 *                                       GO or another frame
 *   GO ->                            <- WAITING, with WIRE_DEBUGGER, once
 *                                    <- STOPPED, where stop_at was reached
 *   TRY (struct guide) ->            <- TRIED (struct tried), after its findings: SCHEDULE_TRY
 *                                    <- DONE (struct wire_done), ERROR (struct wire_error),
 *                                       or THREADS (it needs more than wire_config.threads)
 *   QUIT ->                             leaves at once
 *
 * With SCHEDULE_TRY the first execution follows the choices of the configuration; before each
 * other one the worker waits for a TRY.
 *
 * Frames to a worker that is running are followed by WIRE_ATTENTION_SIGNAL; it looks at
 * them between two executions. One that has said DONE, ERROR or THREADS answers only to QUIT.
 *
 * After its last word a worker waits for QUIT, or for the end of the stream, so
 * that the controller can still read its memory map. A worker whose socket closes
 * exits at once. A worker that dies without one is the controller's to
 * explain (killed, out of memory, memory overwritten).
 */
#ifndef EVENT_WIRE_H
#define EVENT_WIRE_H

#include "base/buf.h"
#include "event/code_rules.h"
#include "event/detail.h"
#include "event/event.h"
#include "event/finding.h"
#include "event/race.h"

#define WIRE_VERSION     11
#define WIRE_CONTROL_ENV "SCREE_CONTROL"
#define WIRE_FRAME_MAX   (64u << 20)
/* A checkpoint goes back in a configuration, which has other things in it, too. */
#define WIRE_CHECKPOINT_MAX (WIRE_FRAME_MAX - (4u << 20))
/* Sent by the controller to a worker that makes no progress: it reports where it is. */
#define WIRE_STUCK_SIGNAL (__SIGRTMIN + 13)

/* Sent by the controller when the budget has ended: the worker stops after this execution. */
#define WIRE_STOP_SIGNAL (__SIGRTMIN + 12)
/* Sent by the controller when it has sent a frame. */
#define WIRE_ATTENTION_SIGNAL (__SIGRTMIN + 11)

/* ELF note that marks an executable built by scree cc; the descriptor is the version string. */
#define WIRE_NOTE_NAME "scree"
#define WIRE_NOTE_TYPE 1

enum wire_type {
	WIRE_CONFIG = 1,
	WIRE_QUIT,
	WIRE_HELLO,
	WIRE_FINDING,
	WIRE_TRACE, /* struct event[], in order; several frames for a long execution */
	WIRE_RACE,  /* struct race_record; again when more is known of it */
	WIRE_DONE,
	WIRE_ERROR,
	WIRE_SAVE,
	WIRE_DIVIDE,
	WIRE_CHECKPOINT,
	WIRE_ORDER,
	WIRE_STOPPED, /* struct stopped (event/stopped.h) */
	WIRE_WAITING,
	WIRE_GO,
	WIRE_TRY,
	WIRE_TRIED,
	WIRE_THREADS, /* no payload */
	WIRE_STACKS,  /* no payload: what PP_HIDE_STACKS takes for granted is not so */
	WIRE_DETAILS, /* struct detail of the last execution; before its TRACE */
};

enum wire_schedule {
	SCHEDULE_DEFAULT, /* run a thread until it blocks or yields, then the next one */
	SCHEDULE_RANDOM,  /* a uniform choice at every preemption point */
	SCHEDULE_FIXED,   /* the choices that follow; default after their end */
	SCHEDULE_EXPLORE, /* the explorer, as struct wire_explore says */
	SCHEDULE_TRY,     /* the choices that follow, then whatever TRY frames ask for */
};

/* What explore/explorer.h is asked for. */
struct wire_explore {
	uint8_t reduction; /* enum explore_reduction */
	uint8_t strategy;  /* enum explore_strategy */
	uint32_t pct_depth;
	uint32_t bound;     /* preemptions; UINT32_MAX: none */
	uint32_t max_steps; /* of an execution; 0: no limit */
};

/* After so many the explorer has an estimate, and little is lost by beginning again. */
#define WIRE_EARLY 64

enum wire_flag {
	WIRE_WANT_TRACE = 1 << 0,  /* send the events of the last execution */
	WIRE_FORK = 1 << 1,        /* one forked child per execution */
	WIRE_CONTINUE = 1 << 2,    /* do not stop at the first finding */
	WIRE_EXIT_STATUS = 1 << 3, /* a non-zero exit status is a finding */
	WIRE_LEAKS = 1 << 4,       /* look for leaks at the end */
	WIRE_SHOW_ALL_OUTPUT =
	        1 << 5,           /* the program's output of every execution, not the first only */
	WIRE_OS_THREADS = 1 << 6, /* each thread of the program on an OS thread of its own */
	WIRE_DEBUGGER = 1 << 7,   /* waits for a debugger, and for GO, before the program starts */
	WIRE_DIVIDE_EARLY = 1 << 8, /* answer as to DIVIDE after WIRE_EARLY executions, unasked */
	WIRE_DETAIL = 1 << 9,       /* with the trace: stacks, values, reasons (event/detail.h) */
};

/* How long a thread may wait in a loop: event/loop.def. */
enum loop_limit {
#define LIMIT(name, option, value, help) LOOP_##name,
#include "event/loop.def"
#undef LIMIT
	LOOP_LIMIT_COUNT
};
struct loop_limit_info {
	const char *option; /* its name on the command line */
	uint32_t value;     /* unless another is given */
	const char *help;
};
extern const struct loop_limit_info loop_limit_info[LOOP_LIMIT_COUNT];

struct wire_config {
	uint32_t version;  /* WIRE_VERSION */
	uint32_t schedule; /* enum wire_schedule */
	uint64_t seed;
	uint64_t executions; /* how many to run at most */
	uint64_t max_events; /* per execution; beyond it the execution ends as a finding */
	uint64_t stop_at;    /* the execution ends before this step, counted from 1; 0: nowhere */
	uint32_t pp_set;     /* PP_BIT()s */
	uint32_t flags;      /* enum wire_flag */
	int32_t page_fd;     /* descriptor of the shared struct wire_page */
	uint32_t stack_kb;   /* size of a thread's stack */
	/*
	 * Make ready for so many threads at once besides the main one; 0: for as many as there
	 * can be. They are most of what it costs to start a worker. One that needs more says
	 * THREADS, and is started anew. What a program sees does not depend on it.
	 */
	uint32_t threads;
	uint32_t loops[LOOP_LIMIT_COUNT];
	struct wire_explore explore; /* for SCHEDULE_EXPLORE */
	uint8_t races;               /* enum race_mode */
	uint8_t mutation;            /* tests of scree itself: engine/mutation.def; 0: none */
	choice_vec choices;          /* for SCHEDULE_FIXED and SCHEDULE_TRY */
	/* SCHEDULE_EXPLORE; what explore/ wrote, and what only it reads. */
	struct buf orders; /* the part of the space to search (order.h); empty: all of it */
	struct buf resume; /* a checkpoint to go on from (checkpoint.h); empty: from the start */
	struct code_rules code;
};

/* Counters that the controller reads without stopping the worker. Written by the worker only. */
struct wire_page {
	uint64_t executions; /* finished */
	uint64_t events;     /* of finished executions */
	uint64_t progress;   /* changes whenever the program does something visible */
	uint64_t phase;      /* enum wire_phase */
	uint64_t findings;
	uint64_t blocked; /* of executions, those that the explorer gave up */
	uint64_t classes; /* PP_BIT()s of the operations that the program was seen to use */
	double estimated_executions; /* of the whole space, once there is an estimate; else 0 */
	double estimated_usecs;      /* by the clock on the wall, like all that is estimated */
	double spent_usecs;   /* of them, when they were estimated; over all workers of the part */
	uint64_t next_bound;  /* the bound that is being run, plus 1; 0: none */
	uint64_t bounds_done; /* see struct explore_stats */
};

enum wire_phase { PHASE_START, PHASE_SETUP, PHASE_RUNNING, PHASE_DONE };

struct wire_hello {
	uint32_t version;
	uint32_t pid;
	char *scree_version; /* of the runtime */
};

/* Counters that weaken a verdict or explain it: event/counter.def. */
enum wire_counter {
#define COUNTER(name, weight, text) COUNT_##name,
#include "event/counter.def"
#undef COUNTER
	COUNT_COUNT
};
enum counter_weight { COUNTER_EXPLAINS, COUNTER_WEAKENS, COUNTER_MEASURES };
struct counter_info {
	const char *name; /* FILE_WRITES; JSON has it in small letters */
	const char *text;
	uint8_t weight; /* enum counter_weight */
};
extern const struct counter_info counter_info[COUNT_COUNT];

/* A search as it stood between two executions, and what it had counted then. */
struct wire_checkpoint {
	uint64_t executions;
	uint64_t events;
	uint64_t counters[COUNT_COUNT];
	struct buf search; /* explore/checkpoint.h */
};

/* How far the explorer got. */
struct wire_space {
	uint8_t complete;                              /* everything there is was run */
	uint64_t blocked, limited, bounded, truncated; /* see struct explore_stats */
	double estimated_executions;
	double estimated_usecs;
	double pct_probability; /* that one execution finds a bug of the depth asked for */
	uint64_t guaranteed, repeated, bounds_done; /* see struct explore_stats */
};

/* The program did not do again what it had done before, or what its schedule says. */
struct wire_divergence {
	uint8_t happened;
	uint64_t index;        /* of the event, or of the choice */
	struct event expected; /* kind OP_COUNT: a choice that did not fit, or no event */
	struct event actual;
	char *what;
	uint8_t memory; /* something changed memory that was not announced */
};

struct wire_done {
	uint64_t executions;
	uint64_t events;
	uint64_t choices;        /* thread choices with more than one candidate, all executions */
	uint64_t snapshot_bytes; /* copied back per execution */
	uint64_t threads;        /* most threads in one execution */
	int32_t exit_status;     /* of the last execution; -1 where a finding ended it */
	uint64_t counters[COUNT_COUNT];
	struct wire_space space; /* SCHEDULE_EXPLORE */
	struct wire_divergence divergence;
	choice_vec schedule; /* of the last execution */
};

/* The run cannot go on, and the tested program is not to blame. */
struct wire_error {
	char *message;
	uint16_t thread;
	pc_vec stack;
};

/* Each decode gives false where the bytes do not fit; release what was decoded in any case. */
void wire_config_encode(struct buf *b, const struct wire_config *c);
bool wire_config_decode(struct reader *r, struct wire_config *c) MUST_USE;
/* Does this encoded configuration ask for WIRE_FORK? Needs no memory. */
bool wire_config_says_fork(const uint8_t *bytes, size_t n);
void wire_config_release(struct wire_config *c);
void wire_checkpoint_encode(struct buf *b, const struct wire_checkpoint *c);
bool wire_checkpoint_decode(struct reader *r, struct wire_checkpoint *c) MUST_USE;
void wire_hello_encode(struct buf *b, const struct wire_hello *h);
bool wire_hello_decode(struct reader *r, struct wire_hello *h) MUST_USE;
void wire_done_encode(struct buf *b, const struct wire_done *d);
bool wire_done_decode(struct reader *r, struct wire_done *d) MUST_USE;
void wire_error_encode(struct buf *b, const struct wire_error *e);
bool wire_error_decode(struct reader *r, struct wire_error *e) MUST_USE;

#endif
