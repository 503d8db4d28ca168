#!/bin/bash
# SPDX-License-Identifier: MIT
# What goes wrong around a check: programs that do not repeat themselves, very long executions, many
# threads, damaged finding files, full disks. Clear words, nothing lost, status 2.
COMMAND=check
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

# --- steered by the pid: the same for all executions in a process, another one for each child
cat >pid.c <<'END'
#include "two_threads.h"
#include <stdatomic.h>
#include <unistd.h>
static atomic_int x, y;
static void *add(void *arg)
{
	int seen = atomic_load(&x);
	for (int i = 0; i < 24; i++)
		if (getpid() >> i & 1)
			atomic_fetch_add(&y, 1);
		else
			atomic_load(&y);
	atomic_store(&x, seen + 1);
	return arg;
}
TWO_THREADS(add, add, x == 2)
END
compile pid
expect 2 --pp=everywhere --isolate=fork --findings=none ./pid
says err "the program did not do again what it had done before: event "
says err " at pid.c:1"
expect 2 --pp=everywhere --isolate=fork --reduction=dpor --findings=none ./pid
says err "the program did not do again what it had done before: event "
expect 2 --pp=everywhere --isolate=fork --json --findings=none ./pid
says out '"verdict": "error"'

# --- steered by its environment: a replay in another one has fewer threads to choose from
cat >steered.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void *add(void *arg)
{
	int seen = atomic_load(&x);
	atomic_store(&x, seen + 1);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, add, 0);
	if (getenv("ALONE"))
		add(0);
	else
		pthread_create(&b, 0, add, 0), pthread_join(b, 0);
	pthread_join(a, 0);
	assert(x == 2);
	return 0;
}
END
compile steered
expect 1 --pp=everywhere --findings=steered-findings ./steered
COMMAND=replay
expect 1 "$(echo steered-findings/*)"
ALONE=1 expect 2 "$(echo steered-findings/*)"
says err "diverged: the program went another way than recorded: choice "
COMMAND=check

# --- addresses are the same in every execution and every run: what hangs on them repeats itself
cat >address.c <<'END'
#include "two_threads.h"
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static atomic_int x, y;
static void *add(void *arg)
{
	int here, seen = atomic_load(&x);
	void *p = malloc(10);
	uintptr_t sum = (uintptr_t)p ^ (uintptr_t)&here ^ (uintptr_t)&x ^ (uintptr_t)printf;
	for (int i = 0; i < 48; i++)
		if (sum >> i & 1)
			atomic_fetch_add(&y, 1);
		else
			atomic_load(&y);
	free(p);
	atomic_store(&x, seen + 1);
	return arg;
}
TWO_THREADS(add, add, x == 2)
END
compile address
for isolate in snapshot fork; do
	expect 1 --pp=everywhere --isolate=$isolate --findings=addresses ./address
	COMMAND=replay
	expect 1 "$(echo addresses/*)"
	says out "scree: reproduced: assertion at address.c:"
	COMMAND=check
	rm -r addresses
done

# --- a stack overflow: how much room there is on the stack of main depends on the environment, as
# does whether it is the program or the checker that runs into its end; the finding is the same
cat >endless.c <<'END'
#include <pthread.h>
static volatile int depth;
static int up(int n);
static int down(int n)
{
	volatile char frame[1000];
	frame[0] = (char)n;
	depth++;
	return up(n + 1) + frame[0];
}
static int up(int n)
{
	volatile char frame[700];
	frame[0] = (char)n;
	depth++;
	return down(n + 1) + frame[0];
}
static void *run(void *arg)
{
	return depth = 0, arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, run, 0);
	pthread_join(t, 0);
	return down(0);
}
END
compile endless
expect 1 --pp=everywhere --findings=overflow ./endless
says out "the stack ended here:"
[ ! -s err ] || fail "after a stack overflow: $(cat err)"
COMMAND=replay
for ((i = 0; i < 20; i++)); do
	FILL=$(printf "%0$((i * 97))d" 0) expect 1 "$(echo overflow/*)"
	says out "scree: reproduced: stack-overflow at endless.c:9 down"
done
COMMAND=check

# --- an execution of 100,000 steps, its finding, and the replay of that
cat >long.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int own[2], common;
static void *add(void *arg)
{
	for (int i = 0; i < 50000; i++)
		atomic_fetch_add(&own[(long)arg], 1);
	int seen = atomic_load(&common);
	atomic_store(&common, seen + 1);
	return NULL;
}
int main(int argc, char **argv)
{
	pthread_t t[2];
	(void)argv;
	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], 0, add, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	assert(argc > 1 || common == 2);
	return 0;
}
END
compile long
expect 1 --pp=everywhere --findings=longs ./long
says out "assertion: assertion \`argc > 1 || common == 2' failed"
COMMAND=replay
expect 1 "$(echo longs/*)"
says out "scree: reproduced: assertion at long.c:"
COMMAND=check
expect 0 --pp=everywhere ./long correct
line out "verified: all 4 schedules of this test that differ were run"
expect 3 --pp=everywhere --max-events=1000 ./long correct
says out "cut off at the event limit"

# --- 64 threads
cat >many.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, careless;
static void *add(void *arg)
{
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	if (careless)
		n++;
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t t[63];
	(void)argv;
	careless = argc > 1;
	for (int i = 0; i < 63; i++)
		pthread_create(&t[i], 0, add, 0);
	for (int i = 0; i < 63; i++)
		pthread_join(t[i], 0);
	assert(n == 63 * argc);
	return 0;
}
END
compile many
expect 3 --pp=everywhere -n 300 ./many
line out "not verified: --max-executions=300 was reached"
expect 3 --pp=everywhere -n 100 --bound=1 ./many
expect 3 --pp=everywhere -n 100 --strategy=random:1 ./many
expect 1 --pp=everywhere --findings=many1 ./many careless
expect 1 --pp=everywhere --findings=many2 -n 1000 --strategy=pct:3:1 ./many careless
COMMAND=replay
expect 1 "$(echo many1/*)"
expect 1 "$(echo many2/*)"
says out "scree: reproduced: assertion at many.c:"
COMMAND=check
sed 's/63/255/g' many.c >toomany.c
compile toomany
expect 2 ./toomany
says err "threads at once"

# --- finding files: cut off anywhere, and with wrong bytes
expect 1 --pp=everywhere --findings=found ./lost
file=$(echo found/*)
size=$(wc -c <"$file")
for ((n = 0; n < size - 1; n++)); do
	head -c "$n" "$file" >cut-off
	"$SCREE" replay cut-off >out 2>err </dev/null
	[ $? = 2 ] || fail "cut off after $n bytes: $(cat out err)"
	grep -q "^scree replay: cut-off: line [0-9]*: " err || fail "cut off after $n bytes: $(cat err)"
done
RANDOM=7
for ((i = 0; i < 150; i++)); do
	at=$((RANDOM % size))
	{
		head -c "$at" "$file"
		# shellcheck disable=SC2059
		printf "\\x$(printf %x $((RANDOM % 256)))"
		tail -c +$((at + 2)) "$file"
	} >flipped
	timeout 20 "$SCREE" replay flipped >out 2>err </dev/null
	status=$?
	case $status in
	1) grep -q "^scree: reproduced: \|records no finding; one happened" out || fail "byte $at: status 1: $(cat out)" ;;
	2) grep -q "^scree replay: " err || fail "byte $at: status 2 without a word: $(cat flipped)" ;;
	*) fail "byte $at: status $status: $(cat err flipped)" ;;
	esac
done

# --- a full disk: what should have been written is printed, or said to be missing
expect 1 --pp=everywhere --findings=traced ./lost
for options in "check --pp=everywhere --findings=none ./lost" "check --pp=everywhere --json --findings=none ./lost" \
	"replay --trace $(echo traced/*)" "replay --trace=json $(echo traced/*)" \
	"run --trace ./lock" "check --help" "help" "version"; do
	# shellcheck disable=SC2086
	"$SCREE" $options >/dev/full 2>err </dev/null
	[ $? = 2 ] || fail "$options on a full disk: status $?"
	[ "$(grep -c "cannot write to standard output: No space left on device" err)" = 1 ] ||
		fail "$options on a full disk: $(cat err)"
done
expect 2 --pp=everywhere --findings=none --summary=/dev/full ./lost
says out "assertion: assertion \`n == want' failed"
says err "cannot write '/dev/full': No space left on device"
{
	( # pipes, since the limit is for every file; the signal of the limit is not ignored by us
		ulimit -f 1
		env --default-signal=XFSZ "$SCREE" check --pp=everywhere --findings=full --summary=sum ./lost 2 \
			"$(printf '%03000d' 0)" </dev/null
		echo $?
	) 2>&1 >&3 | cat >err
} 3>&1 | cat >out
[ "$(tail -n 1 out)" = 2 ] || fail "a limit on files: $(cat out err)"
says out "assertion: assertion \`n == want' failed"
says err "the finding is not saved; its file stands above"
line err "finding assertion"
[ -z "$(ls full)" ] || fail "half a file is left: $(ls full)"
if mkdir small && mount -t tmpfs -o size=4k none small 2>/dev/null; then
	head -c 4096 /dev/zero >small/all 2>/dev/null
	expect 2 --pp=everywhere --findings=small ./lost
	says out "assertion: assertion \`n == want' failed"
	says err "No space left on device"
	line err "finding assertion"
	[ "$(ls small)" = all ] || fail "half a file is left: $(ls small)"
	umount small
fi

finish
