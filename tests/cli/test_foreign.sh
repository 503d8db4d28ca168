#!/bin/bash
# SPDX-License-Identifier: MIT
# Loops whose state lives in code that scree cc did not compile: never "verified" wrongly, and no
# livelock where there is none. Memory that it changes: said to be the cause.
COMMAND=check
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

# Where the count of rounds is kept, or the flag read.
cat >plain.c <<'END'
#include <stdlib.h>
static int in_data, *in_heap, flag_seen;
static __thread int in_tls;
int tries_data(int *unused) { (void)unused; return in_data++; }
int tries_heap(int *unused) { (void)unused; if (!in_heap) in_heap = calloc(1, sizeof(int)); return (*in_heap)++; }
int tries_tls(int *unused) { (void)unused; return in_tls++; }
int tries_stack(int *n) { return (*n)++; }
int tries_never(int *unused) { (void)unused; return flag_seen; }
void reset(volatile int *word) { *word = 0; }
int get(int *flag) { return *(volatile int *)flag; }
END

# Gives up after 5 tries; that somebody may give up is the bug that must not be missed.
cat >gives_up.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int TRIES(int *);
static atomic_int flag;
static int gave_up;
static int *count;
static void *wait_for_it(void *arg)
{
	while (!atomic_load(&flag) && TRIES(count) < 5)
		;
	if (!atomic_load(&flag))
		gave_up = 1;
	return arg;
}
int main(void)
{
	pthread_t t;
	int n = 0;
	count = &n;
	pthread_create(&t, 0, wait_for_it, 0);
	atomic_store(&flag, 1);
	pthread_join(t, 0);
	assert(MAY_GIVE_UP || !gave_up);
	return 0;
}
END

cat >reads.c <<'END'
#include <pthread.h>
#include <sched.h>
int get(int *);
static int flag;
static void *set(void *arg)
{
	flag = 1;
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	while (!get(&flag))
		sched_yield();
	pthread_join(t, 0);
	return 0;
}
END

# A lock that is freed by such code. What the other thread finds there is no consequence of what
# was announced: the plans of the reduction, made of that, do not come true.
cat >frees.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int word;
void reset(volatile int *);
static atomic_int taken;
static void *take(void *arg)
{
	for (int i = 0; i < 2; i++) {
		int free = 0;
		if (atomic_compare_exchange_strong(&word, &free, 1)) {
			atomic_fetch_add(&taken, 1);
			reset((volatile int *)&word);
		}
	}
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, take, 0);
	pthread_create(&b, 0, take, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
END

for compiler in gcc clang; do
	command -v "$compiler" >/dev/null || continue
	"$compiler" -O1 -c plain.c -o plain.o || fail "$compiler cannot compile plain.c"
	rm -f libplain.a && ar rc libplain.a plain.o
	for where in data heap tls stack; do
		for plain in plain.o libplain.a; do
			SCREE_CC=$compiler "$SCREE" cc -g "-DTRIES=tries_$where" -DMAY_GIVE_UP=0 \
				gives_up.c $plain -o buggy || fail "cannot compile"
			expect 1 --pp=everywhere --findings=found ./buggy
			says out "assertion"
			"$SCREE" replay found/* >out 2>err || [ $? = 1 ] || fail "replay: $(cat out err)"
			says out "assertion"
			rm -r found
		done
		SCREE_CC=$compiler "$SCREE" cc -g "-DTRIES=tries_$where" -DMAY_GIVE_UP=1 \
			gives_up.c plain.o -o fine || fail "cannot compile"
		expect 3 --pp=everywhere ./fine
		says out "a loop changed memory in code that was not compiled by scree cc"
		expect 3 --pp=everywhere --isolate=fork ./fine
		says out "a loop changed memory in code that was not compiled by scree cc"
	done

	# Such code that changes nothing does no harm.
	SCREE_CC=$compiler "$SCREE" cc -g -DTRIES=tries_never -DMAY_GIVE_UP=0 \
		gives_up.c plain.o -o pure || fail "cannot compile"
	expect 0 --pp=everywhere ./pure
	says out "verified: "
	says out "a thread was blocked in a loop that changed nothing"

	# Nobody tells us that it reads the flag.
	SCREE_CC=$compiler "$SCREE" cc -g reads.c plain.o -o reads || fail "cannot compile"
	expect 3 --pp=everywhere ./reads
	says out "a thread waited for what code reads that was not compiled by scree cc"
	expect 1 --pp=everywhere --wake-attempts=0 ./reads
	says out "infinite-loop"
	rm -rf scree-findings

	SCREE_CC=$compiler "$SCREE" cc -g frees.c plain.o -o frees || fail "cannot compile"
	expect 2 --pp=everywhere ./frees
	says err "expected T2: cas, got T2: cas word, failed at frees.c:10 (another value in memory)"
	says err "code that was not compiled by scree cc, or inline assembly, changes memory"
	SCREE_CC=$compiler "$SCREE" cc -g frees.c plain.c -o frees || fail "cannot compile"
	expect 0 --pp=everywhere ./frees
done

finish
