#!/bin/bash
# SPDX-License-Identifier: MIT
# OS threads as carriers, beyond what the test programs show: many executions, in process and forked,
# slots that are used again, a thread that is stuck, and a comparison that must fail.
COMMAND=run
here=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/cli/lib.sh"

expect 2 --carrier=rope ./lock
says err "--carrier: 'rope' is not known; use fibers or threads"

# --- the same executions, and nothing left of one in the next
for isolate in snapshot fork; do
	for carrier in fibers threads; do
		expect 1 --carrier=$carrier --isolate=$isolate -n 300 --continue --json ./lost
		grep -E '"(executions|events|choices|count)":' out | sed 's/"elapsed.*//' >"$carrier"
	done
	cmp -s fibers threads || fail "$isolate: $(diff fibers threads)"
done

# --- each thread really is an OS thread
cat >tids.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static int tasks(void)
{
	char line[256];
	int n = -1;
	FILE *f = fopen("/proc/self/status", "r");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "Threads: %d", &n) == 1)
			break;
	if (f)
		fclose(f);
	return n;
}
static void *nothing(void *arg)
{
	return arg;
}
int main(void)
{
	pthread_t t[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], 0, nothing, 0);
	printf("tasks %d\n", tasks());
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	return 0;
}
END
compile tids
expect 0 --carrier=threads ./tids
line out "tasks 4"

# --- more threads than there are slots, one after the other
cat >many.c <<'END'
#include <pthread.h>
static int n;
static void *add(void *arg)
{
	n++;
	return arg;
}
int main(void)
{
	for (int i = 0; i < 200; i++) {
		pthread_t t;
		pthread_create(&t, 0, add, 0);
		pthread_join(t, 0);
	}
	return n != 200;
}
END
compile many
expect 0 --carrier=threads -n 3 --exit-status ./many

# --- a loop that shows nothing of itself is found in the thread that runs, not in one that waits
cat >stuck.c <<'END'
#include <pthread.h>
static void *loop(void *arg)
{
	for (;;)
		__asm__ volatile("");
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, loop, 0);
	pthread_join(t, 0);
	return 0;
}
END
compile stuck
expect 1 --carrier=threads --stuck-after=300ms ./stuck
says out "infinite-loop: T1 has run for --stuck-after without doing anything visible"
says out "loop at stuck.c:"

# --- the comparison of carriers notices a difference: here the program sees its OS threads
cat >differs.c <<'END'
// expect: ok
END
cat tids.c >>differs.c
"$here/carrier/compare.sh" "$SCREE" gcc:O1 "$work/differs.c" >out 2>&1 && fail "compare.sh: $(cat out)"
says out "first differs:"

finish
