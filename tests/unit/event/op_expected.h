/* SPDX-License-Identifier: MIT */
/*
 * The table of operations, stated a second time.
 *
 * The repetition is deliberate. One wrong cell of event/op.def can make the explorer skip
 * interleavings, and the tool would still say "verified": an operation that is called stable or
 * idle and is not, a wait that no one waits for, a lock that race analysis does not see. The tests
 * of the explorer and of race analysis notice many such mistakes, but none of them sees every cell.
 * Here each column lists its operations by what they have in common, which is another view of the
 * same facts than a row: "these operations, and no others, may block". Whoever changes a cell has
 * to say so twice. op_table.c compares the two.
 *
 * Operations are named by their text, in the order of op.def: traces on disk hold their numbers.
 */
#ifndef TESTS_UNIT_EVENT_OP_EXPECTED_H
#define TESTS_UNIT_EVENT_OP_EXPECTED_H

#include "event/event.h"

struct group {
	unsigned value;
	const char *ops; /* texts, with one blank between */
};

struct expected_words {
	const char *text, *verb, *failed;
};

static const struct expected_words expected_words[] = {
        {"begin", "starts", NULL},
        {"create", "creates", "fails to create a thread"},
        {"join", "joins", NULL},
        {"tryjoin", "joins", "finds running"},
        {"await-exit", "waits for the end of", NULL},
        {"detach", "detaches", NULL},
        {"exit", "exits", NULL},
        {"process-exit", "ends the program", NULL},
        {"yield", "yields", NULL},
        {"preempt", "offers to be preempted", NULL},
        {"atomic-begin", "begins an atomic section", NULL},
        {"choose", "chooses", NULL},
        {"read", "reads", NULL},
        {"write", "writes", NULL},
        {"load", "loads", NULL},
        {"store", "stores", NULL},
        {"rmw", "updates", "leaves as it is"},
        {"cas", "exchanges", "does not exchange"},
        {"fence", "fence", NULL},
        {"alloc", "allocates", NULL},
        {"free", "frees", NULL},
        {"relock", "goes on holding", "is refused"},
        {"mutex-init", "initialises", NULL},
        {"mutex-destroy", "destroys", NULL},
        {"lock", "locks", NULL},
        {"trylock", "locks", "cannot lock"},
        {"timedlock", "locks", "gives up waiting for"},
        {"unlock", "unlocks", NULL},
        {"rwlock-init", "initialises", NULL},
        {"rwlock-destroy", "destroys", NULL},
        {"rdlock", "read-locks", NULL},
        {"wrlock", "write-locks", NULL},
        {"tryrdlock", "read-locks", "cannot read-lock"},
        {"trywrlock", "write-locks", "cannot write-lock"},
        {"timedrdlock", "read-locks", "gives up waiting for"},
        {"timedwrlock", "write-locks", "gives up waiting for"},
        {"rdunlock", "read-unlocks", NULL},
        {"wrunlock", "write-unlocks", NULL},
        {"cond-init", "initialises", NULL},
        {"cond-destroy", "destroys", NULL},
        {"wait", "falls asleep on", NULL},
        {"wait-timeout", "gives up waiting for", NULL},
        {"reacquire", "wakes up and locks", NULL},
        {"signal", "signals", NULL},
        {"broadcast", "broadcasts", NULL},
        {"sem-init", "initialises", NULL},
        {"sem-destroy", "destroys", NULL},
        {"sem-wait", "takes from", NULL},
        {"sem-trywait", "takes from", "cannot take from"},
        {"sem-timedwait", "takes from", "gives up waiting for"},
        {"sem-post", "posts", NULL},
        {"sem-getvalue", "asks for the value of", NULL},
        {"barrier-init", "initialises", NULL},
        {"barrier-destroy", "destroys", NULL},
        {"barrier-arrive", "arrives at", NULL},
        {"barrier-leave", "leaves", NULL},
        {"once-run", "begins the function of", NULL},
        {"once-done", "ends the function of", "is thrown out of the function of"},
        {"once-pass", "passes", NULL},
        {"futex-wait", "falls asleep on", "does not fall asleep on"},
        {"futex-timeout", "gives up waiting for", NULL},
        {"futex-return", "wakes up from", NULL},
        {"futex-wake", "wakes", NULL},
        {"futex-requeue", "moves sleepers from", NULL},
        {"io", "does input or output on", NULL},
        {"file-lock", "locks", NULL},
        {"file-trylock", "locks", "cannot lock"},
        {"file-unlock", "unlocks", NULL},
        {"return", "has left", NULL},
};
_Static_assert(sizeof(expected_words) / sizeof(*expected_words) == OP_COUNT,
               "one line for each operation");

static const struct group pp_groups[] = {
        {PP_YIELD, "begin await-exit exit process-exit yield wait-timeout futex-timeout"},
        {PP_CREATE, "create"},
        {PP_JOIN, "join tryjoin detach"},
        {PP_PREEMPT, "preempt atomic-begin"},
        {PP_NEVER, "choose alloc futex-return return"},
        {PP_MEMORY, "read write free relock mutex-init mutex-destroy rwlock-init rwlock-destroy "
                    "cond-init cond-destroy sem-init sem-destroy barrier-init barrier-destroy io"},
        {PP_ATOMIC, "load store rmw cas fence"},
        {PP_LOCK, "lock trylock timedlock rdlock wrlock tryrdlock trywrlock timedrdlock "
                  "timedwrlock reacquire once-run once-pass file-lock file-trylock"},
        {PP_UNLOCK, "unlock rdunlock wrunlock wait once-done file-unlock"},
        {PP_SIGNAL, "signal broadcast futex-wait futex-wake futex-requeue"},
        {PP_SEM, "sem-wait sem-trywait sem-timedwait sem-post sem-getvalue"},
        {PP_BARRIER, "barrier-arrive barrier-leave"},
};

static const struct group dep_groups[] = {
        {DEP_BEGIN, "begin"},
        {DEP_CREATE, "create"},
        {DEP_JOIN, "join await-exit"},
        {DEP_TRY_JOIN, "tryjoin"},
        {DEP_NONE, "detach yield preempt atomic-begin choose fence alloc futex-return"},
        {DEP_EXIT, "exit process-exit"},
        {DEP_READ, "read load relock"},
        {DEP_WRITE, "write store rmw cas free mutex-init mutex-destroy rwlock-init rwlock-destroy "
                    "cond-init cond-destroy sem-init sem-destroy barrier-init barrier-destroy io "
                    "return"},
        {DEP_ACQUIRE, "lock wrlock reacquire once-run file-lock"},
        {DEP_TRY_ACQUIRE, "trylock timedlock trywrlock timedwrlock file-trylock"},
        {DEP_RELEASE, "unlock wrunlock once-done file-unlock"},
        {DEP_ACQUIRE_SHARED, "rdlock once-pass"},
        {DEP_TRY_ACQUIRE_SHARED, "tryrdlock timedrdlock"},
        {DEP_RELEASE_SHARED, "rdunlock"},
        {DEP_COND_WAIT, "wait"},
        {DEP_COND_TIMEOUT, "wait-timeout futex-timeout"},
        {DEP_COND_SIGNAL, "signal futex-wake"},
        {DEP_COND_BROADCAST, "broadcast futex-requeue"},
        {DEP_SEM_WAIT, "sem-wait"},
        {DEP_SEM_TRYWAIT, "sem-trywait sem-timedwait"},
        {DEP_SEM_POST, "sem-post"},
        {DEP_SEM_GETVALUE, "sem-getvalue"},
        {DEP_BARRIER_ARRIVE, "barrier-arrive"},
        {DEP_BARRIER_LEAVE, "barrier-leave"},
        {DEP_FUTEX_WAIT, "futex-wait"},
};

static const struct group object_groups[] = {
        {ON_THREAD, "begin create join tryjoin await-exit detach exit"},
        {ON_NOTHING, "process-exit yield preempt atomic-begin choose fence"},
        {ON_MEMORY, "read write load store rmw cas alloc free return"},
        {ON_MUTEX, "relock mutex-init mutex-destroy lock trylock timedlock unlock reacquire"},
        {ON_RWLOCK, "rwlock-init rwlock-destroy rdlock wrlock tryrdlock trywrlock timedrdlock "
                    "timedwrlock rdunlock wrunlock"},
        {ON_COND, "cond-init cond-destroy wait wait-timeout signal broadcast"},
        {ON_SEM, "sem-init sem-destroy sem-wait sem-trywait sem-timedwait sem-post sem-getvalue"},
        {ON_BARRIER, "barrier-init barrier-destroy barrier-arrive barrier-leave"},
        {ON_ONCE, "once-run once-done once-pass"},
        {ON_FUTEX, "futex-wait futex-timeout futex-return futex-wake futex-requeue"},
        {ON_DESCRIPTOR, "io"},
        {ON_STREAM, "file-lock file-trylock file-unlock"},
};

static const struct group action_groups[] = {
        {ACTION_BEGIN, "begin"},
        {ACTION_CREATE, "create"},
        {ACTION_JOIN, "join tryjoin await-exit"},
        {ACTION_EXIT, "exit"},
        {ACTION_LOAD, "load"},
        {ACTION_STORE, "store"},
        {ACTION_RMW, "rmw cas"},
        {ACTION_FENCE, "fence"},
        {ACTION_ALLOC, "alloc"},
        {ACTION_FREE, "free"},
        {ACTION_RESET, "mutex-init mutex-destroy rwlock-init rwlock-destroy sem-init sem-destroy "
                       "barrier-init barrier-destroy"},
        {ACTION_ACQUIRE, "lock trylock timedlock wrlock trywrlock timedwrlock reacquire once-run "
                         "file-lock file-trylock"},
        {ACTION_RELEASE, "unlock wrunlock once-done file-unlock"},
        {ACTION_ACQUIRE_SHARED, "rdlock tryrdlock timedrdlock"},
        {ACTION_RELEASE_SHARED, "rdunlock"},
        {ACTION_UNLOCK, "wait"},
        {ACTION_TAKE, "sem-wait sem-trywait sem-timedwait"},
        {ACTION_POST, "sem-post"},
        {ACTION_PASS, "once-pass"},
};

static const struct group sleep_groups[] = {
        {SLEEP_FALLS, "wait futex-wait"},       {SLEEP_GIVES_UP, "wait-timeout futex-timeout"},
        {SLEEP_WAKES_ONE, "signal futex-wake"}, {SLEEP_WAKES_ALL, "broadcast"},
        {SLEEP_ARRIVES, "barrier-arrive"},      {SLEEP_MOVES, "futex-requeue"},
};

static const struct group arg_groups[] = {
        {ARG_CHILD, "create"},
        {ARG_THREAD, "join tryjoin await-exit detach"},
        {ARG_CHOICE, "choose"},
        {ARG_ORDER, "load store rmw cas fence"},
        {ARG_SIZE, "alloc"},
        {ARG_MUTEX, "wait"},
        {ARG_COND, "reacquire"},
        {ARG_WOKEN, "signal futex-wake"},
        {ARG_INITIAL, "sem-init"},
        {ARG_UNITS, "sem-wait sem-trywait sem-timedwait sem-post sem-getvalue"},
        {ARG_QUEUE, "futex-requeue"},
};

static const struct group waits_groups[] = {
        {WAIT_EXIT, "join await-exit"},        {WAIT_MUTEX, "lock timedlock"},
        {WAIT_READER, "rdlock timedrdlock"},   {WAIT_WRITER, "wrlock timedwrlock"},
        {WAIT_SIGNAL, "wait-timeout"},         {WAIT_REACQUIRE, "reacquire"},
        {WAIT_UNIT, "sem-wait sem-timedwait"}, {WAIT_ROUND, "barrier-leave"},
        {WAIT_FUNCTION, "once-run"},           {WAIT_WAKE_TIMED, "futex-timeout"},
        {WAIT_WAKE, "futex-return"},           {WAIT_STREAM, "file-lock"},
};

static const struct group stable_groups[] = {
        {STABLE_ALWAYS,
         "begin create join await-exit detach exit process-exit yield preempt "
         "atomic-begin choose write store fence alloc free lock unlock rdlock wrlock "
         "rdunlock wrunlock wait reacquire sem-wait sem-post barrier-leave once-run "
         "once-done once-pass futex-return file-lock file-unlock"},
        {STABLE_FINE, "read load relock sem-getvalue io"},
        {STABLE_SAME, "rmw"},
        {STABLE_NEVER,
         "tryjoin cas mutex-init mutex-destroy trylock timedlock rwlock-init rwlock-destroy "
         "tryrdlock trywrlock timedrdlock timedwrlock cond-init cond-destroy "
         "wait-timeout signal broadcast sem-init sem-destroy sem-trywait sem-timedwait "
         "barrier-init barrier-destroy barrier-arrive futex-wait futex-timeout "
         "futex-wake futex-requeue file-trylock return"},
};

static const struct group idle_groups[] = {
        {IDLE_NEVER, "begin create join await-exit detach exit process-exit choose alloc wait "
                     "wait-timeout broadcast sem-wait sem-post barrier-arrive barrier-leave "
                     "futex-timeout futex-return futex-requeue"},
        {IDLE_ALWAYS, "yield preempt atomic-begin read load fence relock lock trylock timedlock "
                      "unlock rdlock wrlock tryrdlock trywrlock timedrdlock timedwrlock rdunlock "
                      "wrunlock reacquire sem-getvalue once-run once-done once-pass file-lock "
                      "file-trylock file-unlock"},
        {IDLE_FAILED,
         "tryjoin write store rmw cas free mutex-init mutex-destroy rwlock-init rwlock-destroy "
         "cond-init cond-destroy sem-init sem-destroy sem-trywait sem-timedwait "
         "barrier-init barrier-destroy futex-wait io return"},
        {IDLE_NOBODY, "signal futex-wake"},
};

static const struct group flag_groups[] = {
        {OPF_VALUE, "read write load store rmw cas futex-wait"},
        {OPF_READS, "read load rmw cas futex-wait"},
        {OPF_PLAIN, "read write"},
        {OPF_ATOMIC, "load store rmw cas"},
        {OPF_SETUP, "mutex-init mutex-destroy rwlock-init rwlock-destroy cond-init cond-destroy "
                    "sem-init sem-destroy barrier-init barrier-destroy"},
        {OPF_TIMED, "timedlock timedrdlock timedwrlock wait-timeout sem-timedwait futex-timeout"},
        {OPF_WOKEN, "reacquire barrier-leave futex-return"},
        {OPF_TURNS, "relock wait-timeout reacquire once-run once-pass futex-timeout futex-return"},
        {OPF_PARTS, "futex-wake futex-requeue io"},
        {OPF_TELLS, "futex-wake futex-requeue"},
};
/* Dependency classes by what event/dep.def says of them to others than the explorer. */
static const struct {
	enum dep_class dep;
	enum dep_bytes bytes;
	unsigned flags;
} expected_deps[] = {
        {DEP_NONE, BYTES_NONE, 0},
        {DEP_READ, BYTES_READ, DEPF_OBSERVES},
        {DEP_WRITE, BYTES_WRITE, DEPF_CHANGES},
        {DEP_ACQUIRE, BYTES_OBJECT, DEPF_CHANGES | DEPF_TAKES},
        {DEP_TRY_ACQUIRE, BYTES_OBJECT, DEPF_CHANGES | DEPF_TAKES | DEPF_TRIES},
        {DEP_RELEASE, BYTES_OBJECT, DEPF_CHANGES},
        {DEP_ACQUIRE_SHARED, BYTES_OBJECT, DEPF_CHANGES | DEPF_TAKES},
        {DEP_TRY_ACQUIRE_SHARED, BYTES_OBJECT, DEPF_CHANGES | DEPF_TAKES | DEPF_TRIES},
        {DEP_RELEASE_SHARED, BYTES_OBJECT, DEPF_CHANGES},
        {DEP_COND_WAIT, BYTES_OBJECT, DEPF_CHANGES},
        {DEP_COND_TIMEOUT, BYTES_OBJECT, DEPF_CHANGES},
        {DEP_COND_SIGNAL, BYTES_OBJECT, DEPF_CHANGES},
        {DEP_COND_BROADCAST, BYTES_OBJECT, DEPF_CHANGES},
        {DEP_FUTEX_WAIT, BYTES_READ, DEPF_CHANGES},
        {DEP_SEM_WAIT, BYTES_OBJECT, DEPF_CHANGES},
        {DEP_SEM_TRYWAIT, BYTES_OBJECT, DEPF_CHANGES},
        {DEP_SEM_POST, BYTES_OBJECT, DEPF_CHANGES},
        {DEP_SEM_GETVALUE, BYTES_OBJECT, DEPF_OBSERVES | DEPF_CHANGES},
        {DEP_BARRIER_ARRIVE, BYTES_OBJECT, DEPF_CHANGES},
        {DEP_BARRIER_LEAVE, BYTES_OBJECT, DEPF_CHANGES},
        {DEP_CREATE, BYTES_NONE, DEPF_CHANGES},
        {DEP_BEGIN, BYTES_NONE, DEPF_CHANGES},
        {DEP_EXIT, BYTES_NONE, DEPF_CHANGES},
        {DEP_JOIN, BYTES_NONE, DEPF_CHANGES},
        {DEP_TRY_JOIN, BYTES_NONE, DEPF_CHANGES},
};
_Static_assert(sizeof(expected_deps) / sizeof(*expected_deps) == DEP_COUNT,
               "one line for each class");

#endif
