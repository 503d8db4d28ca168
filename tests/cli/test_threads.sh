#!/bin/bash
# SPDX-License-Identifier: MIT
# Workers of a check with many jobs are started for few threads, and anew where the program has more:
# nobody notices but the clock.
COMMAND=check
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

# --- addresses do not depend on it, whatever was allocated before the first thread
cat >where.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void *use(void *arg)
{
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t t;
	char *before = malloc(strtoul(argv[1], 0, 10)), *after;
	pthread_create(&t, 0, use, 0);
	after = malloc(40);
	pthread_join(t, 0);
	if (argc == 2)
		printf("%td", after - before);
	else
		assert(after - before == strtol(argv[2], 0, 10));
	return 0;
}
END
compile where
for size in 4000 12000 20000 28000; do
	apart=$("$SCREE" run -q ./where -- $size 2>/dev/null) || fail "run where $size: $apart"
	expect 0 --run-dir=none --mode=maximal ./where -- $size "$apart"
done

# --- more threads at once than that, in some schedules only
cat >many.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define MANY 8 /* and one that wakes them: more than FEW_THREADS */
static atomic_int go;
static void *nothing(void *arg)
{
	return arg;
}
static void start(void)
{
	pthread_t t[MANY];
	for (int i = 0; i < MANY; i++)
		pthread_create(&t[i], 0, nothing, 0);
	for (int i = 0; i < MANY; i++)
		pthread_join(t[i], 0);
}
static void *wake(void *arg)
{
	go = 1;
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, wake, 0);
	int seen = go;
	if (seen)
		start();
	pthread_join(t, 0);
	assert(!BUG || !seen);
	return 0;
}
END
"$SCREE" cc -g -DBUG=0 many.c -o many || fail "cannot compile many"
for isolate in snapshot fork; do
	for jobs in 1 2; do
		expect 0 --run-dir=none --mode=maximal --isolate="$isolate" -j"$jobs" ./many
		says out "verified: all 2 schedules"
	done
done
expect 0 --run-dir=none ./many
says out "verified: all 2 schedules"
"$SCREE" cc -g -DBUG=1 many.c -o many || fail "cannot compile many"
expect 1 --run-dir=none --findings=found ./many
says out "assertion: "
# Minimised, and told, by workers that were started anew, too.
says out "no schedule has fewer"
COMMAND=report expect 0 found/*.scree
says out "pthread_create"

finish
