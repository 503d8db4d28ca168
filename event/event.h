/* SPDX-License-Identifier: MIT */
/*
 * Visible operations, events, choice points: the vocabulary that the runtime,
 * the explorer, race analysis and the reports share.
 *
 * A thread announces a visible operation (struct op) before it happens; while it
 * waits to be scheduled that is its *pending* operation. When it has happened it
 * is an event. Everything here is plain data without pointers: it is copied
 * between processes and into files as it is encoded by event/codec.h.
 */
#ifndef EVENT_EVENT_H
#define EVENT_EVENT_H

#include "base/bug.h"
#include "event/thread_set.h"

enum op_kind {
#define OP(name, ...) OP_##name,
#include "event/op.def"
#undef OP
	OP_COUNT
};

enum dep_class {
#define DEP(name, ...) DEP_##name,
#include "event/dep.def"
#undef DEP
	DEP_COUNT
};

/* The words of --pp. PP_YIELD operations are always preemption points, PP_NEVER ones never. */
enum pp_class {
	PP_NEVER,
	PP_YIELD,
	PP_CREATE,
	PP_JOIN,
	PP_LOCK,
	PP_UNLOCK,
	PP_SIGNAL,
	PP_SEM,
	PP_BARRIER,
	PP_ATOMIC,
	PP_PREEMPT,
	PP_MEMORY,
	PP_COUNT
};

/* The columns of event/op.def, where they are explained. */
enum op_object {
	ON_NOTHING,
	ON_THREAD,
	ON_MEMORY,
	ON_MUTEX,
	ON_RWLOCK,
	ON_COND,
	ON_SEM,
	ON_BARRIER,
	ON_ONCE,
	ON_FUTEX,
	ON_STREAM,
	ON_DESCRIPTOR,
};
#define ON_COUNT (ON_DESCRIPTOR + 1)

enum op_action {
	ACTION_NONE,
	ACTION_CREATE,
	ACTION_BEGIN,
	ACTION_EXIT,
	ACTION_JOIN,
	ACTION_ACQUIRE,
	ACTION_RELEASE,
	ACTION_ACQUIRE_SHARED,
	ACTION_RELEASE_SHARED,
	ACTION_UNLOCK,
	ACTION_PASS,
	ACTION_TAKE,
	ACTION_POST,
	ACTION_LOAD,
	ACTION_STORE,
	ACTION_RMW,
	ACTION_FENCE,
	ACTION_ALLOC,
	ACTION_FREE,
	ACTION_RESET,
};

enum op_sleep {
	SLEEP_NONE,
	SLEEP_FALLS,
	SLEEP_ARRIVES,
	SLEEP_GIVES_UP,
	SLEEP_WAKES_ONE,
	SLEEP_WAKES_ALL,
	SLEEP_MOVES,
};

enum op_arg {
	ARG_NONE,
	ARG_THREAD,
	ARG_CHOICE,
	ARG_ORDER,
	ARG_COND,
	ARG_SIZE,
	ARG_UNITS,
	ARG_INITIAL,
	/* From here on the operation uses what arg names as well. */
	ARG_CHILD,
	ARG_WOKEN,
	ARG_MUTEX,
	ARG_QUEUE,
};
#define ARG_FIRST_USED ARG_CHILD

enum op_wait {
	WAIT_NEVER,
	WAIT_EXIT,       /* arg has exited */
	WAIT_MUTEX,      /* nobody holds it */
	WAIT_READER,     /* nobody writes under the read-write lock */
	WAIT_WRITER,     /* nobody holds the read-write lock */
	WAIT_STREAM,     /* nobody else holds it */
	WAIT_REACQUIRE,  /* the thread has been woken, and nobody holds the mutex */
	WAIT_SIGNAL,     /* the thread is woken, or its time runs out: a condition variable */
	WAIT_UNIT,       /* the semaphore is not 0 */
	WAIT_ROUND,      /* all have arrived at the barrier */
	WAIT_FUNCTION,   /* nobody runs the function of the once */
	WAIT_WAKE,       /* the thread has been woken: a futex */
	WAIT_WAKE_TIMED, /* the thread is woken, or its time runs out: a futex */
};

enum op_stable { STABLE_NEVER, STABLE_FINE, STABLE_SAME, STABLE_ALWAYS };
enum op_idle { IDLE_NEVER, IDLE_FAILED, IDLE_NOBODY, IDLE_ALWAYS };

enum op_flag {
	OPF_VALUE = 1 << 0,
	OPF_READS = 1 << 1,
	OPF_PLAIN = 1 << 2,
	OPF_ATOMIC = 1 << 3,
	OPF_SETUP = 1 << 4,
	OPF_TIMED = 1 << 5,
	OPF_WOKEN = 1 << 6,
	OPF_TURNS = 1 << 7,
	OPF_PARTS = 1 << 8,
	OPF_TELLS = 1 << 9,
};

/* The columns of event/dep.def that are not for the explorer alone. */
enum dep_bytes { BYTES_NONE, BYTES_READ, BYTES_WRITE, BYTES_OBJECT };
enum dep_flag {
	DEPF_OBSERVES = 1 << 0,
	DEPF_CHANGES = 1 << 1,
	DEPF_TAKES = 1 << 2,
	DEPF_TRIES = 1 << 3,
};

#define PP_BIT(class)     (1u << (class))
#define PP_SET_YIELD      PP_BIT(PP_YIELD)
#define PP_SET_ALL        (((1u << PP_COUNT) - 1) & ~PP_BIT(PP_NEVER) & ~PP_BIT(PP_MEMORY))
#define PP_SET_EVERYWHERE (PP_SET_ALL | PP_BIT(PP_MEMORY))

/*
 * In a set beside the classes: a thread's plain accesses to its own stack are no points, and
 * nobody is told of them (engine/hidden.h).
 */
#define PP_HIDE_STACKS (1u << 31)

#define NO_THREAD 0xffffu

enum event_flag {
	EV_FAILED = 1 << 0,   /* try-operation without success, failed compare-and-swap */
	EV_TIMEOUT = 1 << 1,  /* ended because its time ran out */
	EV_LAST = 1 << 2,     /* the arrival that opens a barrier */
	EV_ATOMIC = 1 << 3,   /* memory access by an atomic instruction */
	EV_SWITCHED = 1 << 4, /* another thread ran just before: first event of a transition */
};

/* What a thread is about to do, or has done. 40 bytes, no padding. */
struct event {
	uint64_t addr; /* memory or object; 0 where there is none */
	uint64_t arg;  /* see event/op.def; for atomics atomic_arg() */
	uint64_t pc;   /* return address of the call that announced it */
	uint32_t size; /* bytes at addr, for memory and for objects */
	uint16_t thread;
	uint8_t kind;   /* enum op_kind */
	uint8_t flags;  /* enum event_flag */
	uint32_t found; /* of atomics whose enum atomic_result is known: a hash of the value before
	                 */
	uint32_t depth; /* depth of the shadow call stack */
};
_Static_assert(sizeof(struct event) == 40, "struct event is an on-disk and wire layout");

/*
 * Whether an atomic operation writes (or is marked EV_FAILED) and what decides that: the
 * value that it finds. Together with the value that another one found at the same place this
 * foretells what it would do there.
 */
enum atomic_result {
	RESULT_UNKNOWN,
	RESULT_SAME,         /* whatever it finds */
	RESULT_IF_EQUAL,     /* it writes if it finds what it compares with */
	RESULT_UNLESS_EQUAL, /* it writes unless it finds that */
};

/* order: __ATOMIC_*. compared: atomic_hash() of what it compares with, or 0. */
static inline uint64_t atomic_arg(int order, enum atomic_result result, uint32_t compared)
{
	return (uint64_t)compared << 32 | (uint64_t)result << 8 | (uint8_t)order;
}

static inline unsigned atomic_order(const struct event *e)
{
	return e->arg & 0xff;
}

static inline enum atomic_result atomic_result(const struct event *e)
{
	return (enum atomic_result)(e->arg >> 8 & 0xff);
}

static inline uint32_t atomic_compared(const struct event *e)
{
	return (uint32_t)(e->arg >> 32);
}

/* Values of up to four bytes have hashes of their own. */
static inline uint32_t atomic_hash(uint64_t low, uint64_t high)
{
	uint64_t h = (low >> 32) * 0x9e3779b97f4a7c15u + high * 0xbf58476d1ce4e5b9u;

	return (uint32_t)low ^ (uint32_t)(h >> 32);
}

/* A row of event/op.def without its verbs, which are report/story_steps.c's. */
struct op_info {
	const char *text;
	uint8_t pp;     /* enum pp_class */
	uint8_t dep;    /* enum dep_class */
	uint8_t object; /* enum op_object */
	uint8_t action; /* enum op_action */
	uint8_t sleep;  /* enum op_sleep */
	uint8_t arg;    /* enum op_arg */
	uint8_t waits;  /* enum op_wait */
	uint8_t stable; /* enum op_stable */
	uint8_t idle;   /* enum op_idle */
	uint16_t flags; /* enum op_flag */
};
_Static_assert(sizeof(struct op_info) <= sizeof(char *) + 16, "looked up at every access");
extern const struct op_info op_info[OP_COUNT];

struct dep_info {
	uint8_t bytes; /* enum dep_bytes */
	uint8_t flags; /* enum dep_flag */
};
extern const struct dep_info dep_info[DEP_COUNT];

extern const char *const pp_class_name[PP_COUNT];

static inline enum op_wait event_waits(const struct event *e)
{
	return (enum op_wait)op_info[e->kind].waits;
}

static inline enum dep_class event_dep(const struct event *e)
{
	return (enum dep_class)op_info[e->kind].dep;
}

/* Whether it has changed the bytes at addr, or may have. */
static inline bool event_writes(const struct event *e)
{
	return event_dep(e) == DEP_WRITE && !(e->flags & EV_FAILED);
}

/* Whether arg is atomic_arg(). */
static inline bool event_is_atomic(const struct event *e)
{
	return op_info[e->kind].flags & OPF_ATOMIC;
}

/* Which kind of question a choice point asks. One schedule format covers all of them. */
enum choice_kind {
	CHOICE_THREAD, /* which thread runs next: value is a thread id */
	CHOICE_WAITER, /* which sleeper a signal wakes: value is an index into the sleepers,
	                         in order of their thread ids */
	CHOICE_USER,   /* scree_choose(n) */
	CHOICE_KINDS
};

/* One decision of a schedule. */
struct choice {
	uint8_t kind; /* enum choice_kind */
	/*
	 * CHOICE_THREAD: the thread that was running could have gone on with something other
	 * than a yield, and another was chosen. For counting; files do not keep it.
	 */
	uint8_t preempts;
	uint16_t value;  /* what was chosen */
	uint16_t n;      /* out of how many */
	uint16_t thread; /* who was running */
};

/*
 * The state of all threads at a scheduling decision: what the explorer sees.
 */
enum thread_status {
	THREAD_ABSENT,   /* not created yet, or joined and forgotten */
	THREAD_READY,    /* its pending operation can happen now */
	THREAD_TIMEABLE, /* blocked, but its time-out may happen now: running it means it expires */
	THREAD_BLOCKED,  /* its pending operation cannot happen now */
	THREAD_SPINNING, /* goes round in a loop until somebody changes what it looks at */
	THREAD_PARKED,   /* has waited in a loop for so long that it is left there */
	THREAD_EXITED,
};
/* In a word or two: "blocked". */
extern const char *const thread_status_text[THREAD_EXITED + 1];

struct thread_view {
	struct event next; /* pending operation; thread and kind are valid, flags are not */
	uint8_t status;    /* enum thread_status */
	/*
	 * next is no preemption point; the thread stands before it only because it
	 * could not happen when the thread came to it. A thread that fell asleep is not
	 * cut: it would have slept in any case.
	 */
	uint8_t cut;
	/*
	 * The thread has come round in a loop that only waits, and goes on because this event
	 * (counted from 1 in the execution) has changed what it looks at. 0: there is no such
	 * event.
	 */
	uint64_t woken_by;
};

struct sched_view {
	const struct thread_view *threads; /* indexed by thread id */
	uint16_t n_threads;                /* ids below this have existed in this execution */
	uint16_t current;                  /* who ran last, NO_THREAD at the start */
	uint16_t n_runnable;
	bool timeable;              /* some thread is THREAD_TIMEABLE */
	struct thread_set runnable; /* who is THREAD_READY or THREAD_TIMEABLE */
};

/* Why an execution ended. */
enum end_reason {
	END_EXIT,      /* the program came to its end */
	END_FINDING,   /* a finding stopped it (a deadlock is one) */
	END_ABANDONED, /* the explorer gave it up: every enabled thread is asleep */
	END_LIMIT,     /* a bound on its length */
	END_STOPPED,   /* a replay came to the step that it was to stop at */
	END_CUT,       /* only parked threads are left; they go on without the explorer */
};

#endif
