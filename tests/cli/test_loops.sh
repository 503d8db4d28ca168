#!/bin/bash
# SPDX-License-Identifier: MIT
# Loops that change something while they wait: how many schedules are run, what is said of those
# that are not, and what a finding shows.
COMMAND=check
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"
programs=$here/../programs

expect 2 --loop-rounds=many ./lock
says err "--loop-rounds"
expect 2 --retry-rounds=5000000000 ./lock
says err "--retry-rounds: give at most"

# --- a counter: one schedule for each round in which the flag may come, and the one that is cut
cat >counts.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *set(void *arg)
{
	atomic_store(&flag, 1);
	return arg;
}
int main(void)
{
	pthread_t t;
	unsigned n = 0;
	pthread_create(&t, 0, set, 0);
	while (!atomic_load(&flag))
		n++;
	pthread_join(t, 0);
#ifdef BUG_AT
	assert(n < BUG_AT);
#endif
	return 0;
}
END
compile counts
completed="completed: every schedule that differs in which no loop waits for more rounds than --loop-rounds, --yield-rounds, --busy-rounds and --retry-rounds allow"
for rounds in 3 20; do
	expect 3 --pp=everywhere --loop-rounds=$rounds ./counts
	says out "scree: $((rounds + 2)) executions"
	line out "not verified: 1 executions in which a loop waited for more rounds than are explored"
	line out "$completed"
	expect 3 --pp=everywhere --loop-rounds=$rounds --reduction=dpor ./counts
	line out "$completed"
done
expect 3 --pp=everywhere ./counts
says out "scree: 22 executions"
expect 3 --pp=everywhere --isolate=fork ./counts
says out "scree: 22 executions"

# --- what happens in a late round is found within the limit, and replayed with it
"$SCREE" cc -g -DBUG_AT=19 counts.c -o late || fail "cannot compile"
expect 3 --pp=everywhere --loop-rounds=10 ./late
expect 1 --pp=everywhere --loop-rounds=25 --findings=found ./late
says out "assertion"
line "$(echo found/*)" "option loop-rounds=25"
"$SCREE" replay found/* >out 2>err
[ $? = 1 ] || fail "replay: $(cat out err)"
says out "assertion"
rm -r found

# --- all reductions agree on two that try each other's lock
"$SCREE" cc -g "$programs/deadlock/trylock_backs_off.c" -o tries || fail "cannot compile"
expect 3 --pp=all --retry-rounds=1 ./tries
line out "$completed, for preemption at all synchronization"
expect 3 --pp=all --retry-rounds=1 --reduction=dpor ./tries
says out "completed: "
expect 3 --pp=all --retry-rounds=1 --reduction=none ./tries
says out "completed: "
expect 3 --pp=everywhere --retry-rounds=2 ./tries
says out "scree: 501 executions"

# --- programs whose space had no end
for name in cxx/thread_mutex.cpp futex/requeue.c futex/bits_and_wake_op.c liveness/delay_grows.c \
	liveness/polls_with_timeout.c; do
	case $name in
	*.cpp) "$SCREE" c++ -g "$programs/$name" -pthread -o prog || fail "cannot compile $name" ;;
	*) "$SCREE" cc -g "$programs/$name" -pthread -o prog || fail "cannot compile $name" ;;
	esac
	expect 3 --pp=everywhere ./prog
	line out "$completed"
done

# --- findings show the loop of each thread, and come again
"$SCREE" cc -g "$programs/liveness/counts_for_nobody.c" -o nobody || fail "cannot compile"
expect 1 --pp=everywhere --max-events=20000 --findings=found ./nobody
says out "livelock: 20001 events without an end"
says out "the loop of T0:"
says out "the loop of T1:"
says out "counts_for_nobody.c:15-16"
says out "rounds[0]++;"
"$SCREE" replay found/* >out 2>err
[ $? = 1 ] || fail "replay: $(cat out err)"
says out "counts_for_nobody.c:15-16"
expect 1 --pp=everywhere --json --max-events=20000 ./nobody
says out '"loop": true'
rm -r found scree-findings
"$SCREE" cc -g "$programs/liveness/polite_forever.c" -o polite || fail "cannot compile"
expect 1 --pp=everywhere ./polite
says out "polite_forever.c:15-16"

# --- a loop of which nothing is seen
cat >silent.c <<'END'
#include <pthread.h>
static int flag;
static void *set(void *arg)
{
	flag = 1;
	return arg;
}
int main(void)
{
	pthread_t t;
	int seen;
	pthread_create(&t, 0, set, 0);
	do {
		__asm__ volatile("pause");
		__asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(flag));
	} while (!seen);
	pthread_join(t, 0);
	return 0;
}
END
compile silent
expect 1 --pp=everywhere --stuck-after=500ms ./silent
says out "has run for --stuck-after without doing anything visible"
grep -qE "silent.c:1[3-6](-1[4-6])?$" out || fail "no lines of the loop in: $(cat out)"
says out "put scree_yield() into it"

finish
