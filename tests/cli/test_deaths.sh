#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that take their worker down: the controller survives, tries three times, and says so.
COMMAND=check
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

cat >frame.h <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
/* Past everything that scree looks at. */
static long raw(long number, long a, long b, long c)
{
	long r;
	__asm__ volatile("syscall"
	                 : "=a"(r)
	                 : "a"(number), "D"(a), "S"(b), "d"(c)
	                 : "rcx", "r11", "memory");
	return r;
}
static void harm(void);
static atomic_int x;
static void *add(void *arg)
{
	for (int i = 0; i < 4; i++)
		atomic_fetch_add(&x, 1);
	return arg;
}
static void *look(void *arg)
{
	for (int i = 0; i < 4; i++)
		if (atomic_load(&x) == 3)
			harm();
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, look, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return (int)(raw(SYS_getpid, 0, 0, 0) & 0);
}
END

# deadly NAME STATUS TEXT: harm() on stdin; the text is said; nothing is left, nothing runs on.
# JOBS: with so many workers; OPTIONS: more of them.
deadly() {
	local name=scree-$1 left
	{ echo '#include "frame.h"' && cat; } >"$name.c"
	compile "$name"
	for jobs in ${JOBS:-1 2}; do
		# shellcheck disable=SC2086 # several
		expect "$2" --findings=none --stuck-after=1s --run-dir=none -j"$jobs" ${OPTIONS-} "$work/$name"
		cat out err >both
		says both "$3"
		# shellcheck disable=SC2009 # the state is wanted
		left=$(ps -eo stat=,pid=,args= | grep -F "$work/$name" | grep -v -e '^Z' -e grep || true)
		[ -z "$left" ] || fail "$name: still running: $left"
	done
	echo "$name: ok"
}

thrice="it died three times at the same place of the search"
deadly killed 1 "killed by signal 9" <<'END'
static void harm(void) { raw(SYS_kill, raw(SYS_getpid, 0, 0, 0), SIGKILL, 0); }
END
says out "$thrice"
deadly exits 1 "ended with exit status 3 while threads were running without telling scree" <<'END'
static void harm(void) { raw(SYS_exit_group, 3, 0, 0); }
END
says out "$thrice"
deadly closes 1 "$thrice" <<'END'
static void harm(void) { raw(SYS_close_range, 3, ~0U, 0); }
END
JOBS=1 deadly deaf 1 "the program closed the descriptor by which scree controls it" <<'END'
static void harm(void)
{
	raw(SYS_close_range, 3, ~0U, 0);
	for (;;)
		raw(SYS_getppid, 0, 0, 0);
}
END
says out "$thrice"
JOBS=1 deadly spins 1 "infinite-loop: " <<'END'
static void harm(void)
{
	for (;;)
		__asm__ volatile("" ::: "memory");
}
END
JOBS=2 deadly stops 2 "the program waits in a system call that scree does not control" <<'END'
static void harm(void)
{
	for (;;)
		raw(SYS_pause, 0, 0, 0);
}
END
deadly garbage 1 "sent scree something that is no message" <<'END'
static void harm(void)
{
	for (int fd = 3; fd < 1000; fd++)
		raw(SYS_write, fd, (long)"\377\377\377\377\377\377\377\377 not a message", 24);
}
END
says out "$thrice"

# Its memory ends at 2 GB whatever the watch does: the machine is needed.
OPTIONS="--memory=300 --stuck-after=60s" deadly hog 1 "the program used more memory than --memory allows" <<'END'
static void harm(void)
{
	for (int i = 0; i < 128; i++)
		memset(malloc(16 << 20), 1, 16 << 20);
	for (;;)
		__asm__ volatile("" ::: "memory");
}
END

# --- memory all over the place: whatever comes of it is said, and the controller lives
{
	echo '#include "frame.h"'
	cat <<'END'
/* The beginning of everything that can be written but the stacks of threads that are not there. */
#define MOST (1ul << 20)
static unsigned long at[64][2];
/* Past everything that scree looks at. */
__attribute__((no_sanitize("thread"))) static void scribble(unsigned n)
{
	unsigned r = SEED;
	for (unsigned i = 0; n && i < 100000; i++) {
		r = r * 1103515245 + 12345;
		unsigned m = (r >> 16) % n;
		r = r * 1103515245 + 12345;
		unsigned long to = at[m][0] + r % (at[m][1] - at[m][0]);
		__asm__ volatile("movb %1, (%0)" ::"r"(to), "r"((char)r) : "memory");
	}
}
static void harm(void)
{
	FILE *f = fopen("/proc/self/maps", "r");
	char line[512], w;
	unsigned long lo, hi;
	unsigned n = 0;
	while (f && n < 64 && fgets(line, sizeof(line), f))
		if (sscanf(line, "%lx-%lx %*c%c", &lo, &hi, &w) == 3 && w == 'w' &&
		    lo >> 40 != 0x18) {
			at[n][0] = lo;
			at[n++][1] = hi - lo > MOST ? lo + MOST : hi;
		}
	scribble(n);
}
END
} >wild.c
for seed in 1 2 3 4 5 6; do
	"$SCREE" cc -g -DSEED="$seed" wild.c -o wild || fail "cannot compile wild"
	timeout 60 "$SCREE" check --findings=none --stuck-after=1s --run-dir=none ./wild >out 2>err </dev/null
	status=$?
	echo "wild $seed: status $status"
	[ "$status" = 1 ] || [ "$status" = 2 ] || fail "wild $seed: status $status: $(cat out err)"
	[ -s err ] || grep -q '^finding: ' out || fail "wild $seed says nothing: $(cat out)"
done

# --- with --isolate=fork, the child of the moment ends with the controller
cat >scree-endless.c <<'END'
#include <pthread.h>
static void *spin(void *arg)
{
	for (;;)
		__asm__ volatile("" ::: "memory");
	return arg;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, spin, 0);
	pthread_join(a, 0);
	return 0;
}
END
compile scree-endless
running() {
	# shellcheck disable=SC2009 # the state is wanted
	ps -eo stat=,pid=,args= | grep -F "$work/scree-endless" | grep -v -e '^Z' -e grep -e check || true
}
"$SCREE" check --isolate=fork -j1 --run-dir=none "$work/scree-endless" >out 2>err &
pid=$!
for _ in $(seq 100); do
	[ "$(running | wc -l)" = 2 ] && break
	sleep 0.1
done
[ "$(running | wc -l)" = 2 ] || fail "not forked: $(running)"
kill -9 "$pid"
{ wait "$pid"; } 2>/dev/null
for _ in $(seq 100); do
	[ -z "$(running)" ] && break
	sleep 0.1
done
[ -z "$(running)" ] || fail "still running: $(running)"

finish
