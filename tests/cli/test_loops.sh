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

# --- a counter in memory, and a flag that lies right beside it
cat >beside.c <<'END'
#include <pthread.h>
static _Alignas(8) volatile struct {
	TYPE count, flag;
} both;
static void *set(void *arg)
{
	both.flag = 1;
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	while (!both.flag)
		both.count = both.count + 1;
	pthread_join(t, 0);
	return 0;
}
END
for type in char short int long; do
	"$SCREE" cc -g -DTYPE=$type beside.c -o beside || fail "cannot compile"
	expect 3 --pp=everywhere --busy-rounds=20 ./beside
	says out "scree: 23 executions" # that the counter is the loop's own shows after its first round
	line out "$completed"
done

# --- where variables lie makes no difference: next to the counter, or as far apart as makes two of them alike
for members in "atomic_int flag, a, b;" "atomic_int flag; char gap[60]; atomic_int a; char as_far[508]; atomic_int b;" \
	"atomic_int a; atomic_char flag, b;"; do
	cat >lies.c <<-END
		#include <pthread.h>
		#include <stdatomic.h>
		static struct { $members } s __attribute__((aligned(64)));
		static void *set(void *arg)
		{
			s.flag = 1;
			return arg;
		}
		int main(void)
		{
			pthread_t t;
			pthread_create(&t, 0, set, 0);
			while (!s.flag) {
				s.a++;
				s.b++;
			}
			pthread_join(t, 0);
			return 0;
		}
	END
	compile lies
	expect 3 --pp=everywhere --max-executions=2000 ./lies
	line out "$completed"
	says out "scree: 102 executions"
done

# --- a counter that is in a register of the program, which our own functions use meanwhile
cat >register.c <<'END'
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int flag;
static volatile int plain;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t sem;
static void *waits(void *arg)
{
	unsigned n = 0;
	int one = 1;
	(void)one;
	while (!(LOOK))
		n++;
	assert(n < 10);
	return arg;
}
int main(void)
{
	pthread_t t;
	sem_init(&sem, 0, 0);
	pthread_spin_init(&spin, 0);
	pthread_spin_lock(&spin);
	pthread_mutex_lock(&mutex);
	pthread_rwlock_wrlock(&rwlock);
	pthread_create(&t, 0, waits, 0);
	atomic_store(&flag, 1);
	plain = 1;
	pthread_spin_unlock(&spin);
	pthread_mutex_unlock(&mutex);
	pthread_rwlock_unlock(&rwlock);
	sem_post(&sem);
	pthread_join(t, 0);
	return 0;
}
END
while read -r look; do
	for cc in gcc clang; do
		command -v "$cc" >/dev/null || continue
		SCREE_CC=$cc "$SCREE" cc -O2 -g "-DLOOK=$look" register.c -o register || fail "cannot compile"
		expect 1 --pp=everywhere --findings=none ./register
		says out "n < 10"
	done
done <<'END'
atomic_load(&flag)
atomic_fetch_add(&flag, 0)
atomic_compare_exchange_strong(&flag, &one, 1) || (one = 1, 0)
plain
(sched_yield(), plain)
(syscall(SYS_futex, &flag, FUTEX_WAIT, 7, 0, 0, 0), plain)
!pthread_mutex_trylock(&mutex)
!pthread_rwlock_tryrdlock(&rwlock)
!pthread_spin_trylock(&spin)
!sem_trywait(&sem)
END

# --- all reductions agree on two that try each other's lock
"$SCREE" cc -g "$programs/deadlock/trylock_backs_off.c" -o tries || fail "cannot compile"
expect 3 --pp=all --retry-rounds=1 ./tries
line out "$completed, for preemption at all synchronization"
expect 3 --pp=all --retry-rounds=1 --reduction=dpor ./tries
says out "completed: "
expect 3 --pp=all --retry-rounds=1 --reduction=none ./tries
says out "completed: "
expect 3 --pp=everywhere --retry-rounds=2 ./tries
says out "scree: 993 executions"

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
