#!/bin/bash
# SPDX-License-Identifier: MIT
# A search that switches everywhere does not look at accesses of threads to their own stacks, until
# a thread comes to the stack of another: then it begins again and sees them all. It has to run as
# many schedules of each program as where the same variable is a global.
COMMAND=check
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

# A thread has a variable and creates two more, which change it.
cat >family.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int global;
static int *where;
static atomic_int turn, given;
static void *child(void *arg)
{
	int *n = arg;
#ifdef RARELY /* only if the other child has passed by first */
	if (atomic_fetch_add(&turn, 1) != 1)
		return 0;
#endif
	*n = *n + 1;
	return 0;
}
static void *parent(void *arg)
{
	int local = 0;
#ifdef GLOBAL
	int *n = &global;
#else
	int *n = &local;
#endif
	pthread_t a, b;
	where = &local;
	pthread_create(&a, 0, child, n);
	pthread_create(&b, 0, child, n);
	*n = *n + 1;
	pthread_join(a, 0);
	pthread_join(b, 0);
#ifdef BUG
#ifdef RARELY
	assert(*n == 2);
#else
	assert(*n == 3);
#endif
#endif
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, parent, 0);
	pthread_join(t, 0);
	return 0;
}
END

# A mutex, a thread-local variable and an array on stacks of threads; the array is passed to memset.
cat >objects.c <<'END'
#include <pthread.h>
#include <string.h>
#ifdef GLOBAL
#define KEPT static
#else
#define KEPT
#endif
struct both {
	pthread_mutex_t lock;
	int n;
};
static __thread int own;
static void *child(void *arg)
{
	struct both *b = arg;
	char room[40];
	memset(room, 1, sizeof(room));
	own = room[7];
	pthread_mutex_lock(&b->lock);
	b->n += own;
	pthread_mutex_unlock(&b->lock);
	return 0;
}
static void *parent(void *arg)
{
	KEPT struct both b;
	pthread_t t[2];
	b.n = 0;
	pthread_mutex_init(&b.lock, 0);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, child, &b);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return b.n == 2 ? arg : &b;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, parent, 0);
	pthread_join(t, 0);
	return 0;
}
END

# number NAME: of the summary
number() {
	sed -n "s/^  \"$1\": \([0-9]*\),*\$/\1/p" summary
}

# build NAME FLAGS...
build() {
	local name=$1
	shift
	"$SCREE" cc -g -O1 "$@" -o "$name" || fail "cannot compile $name"
}

# same A B OPTIONS...: both are verified, by as many schedules
same() {
	local a=$1 b=$2 of_a
	shift 2
	expect 0 -q --findings=none --summary=summary "$@" "./$a"
	of_a=$(number executions)
	expect 0 -q --findings=none --summary=summary "$@" "./$b"
	if [ "$of_a" -le 1 ] || [ "$of_a" != "$(number executions)" ]; then
		fail "$a: $of_a schedules, $b: $(number executions) ($*)"
	fi
	[ "$(number blocked_executions)" = 0 ] || fail "$b $*: some were blocked"
}

build all family.c
build all_global -DGLOBAL family.c
build rare -DRARELY family.c
build rare_global -DGLOBAL -DRARELY family.c
build objects objects.c
build objects_global -DGLOBAL objects.c
for how in "--pp=everywhere" "--pp=everywhere --reduction=dpor" "--mode=everywhere -j1 --run-dir=none" \
	"--mode=everywhere -j2 --run-dir=none" "--mode=single --pp=everywhere -j1 --run-dir=none"; do
	# dpor may run a schedule more than once.
	if [[ $how != *dpor* ]]; then
		for program in all rare objects; do
			# shellcheck disable=SC2086
			same $program ${program}_global $how
		done
	fi
	for bug in "" -DRARELY; do
		# shellcheck disable=SC2086
		build bug -DBUG $bug family.c && expect 1 $how ./bug
		says out "assertion"
		file=$(sed -n 's/.*scree replay //p' out | head -n 1)
		[ -f "$file" ] || fail "no file of the finding: $(cat out)"
		"$SCREE" replay "$file" >replayed 2>&1
		[ $? = 1 ] || fail "does not replay: $(cat replayed)"
		rm -rf scree-findings ./*.sched
	done
done

# --- where nobody comes to another's stack, nothing is told of what threads do on theirs
cat >own.c <<'END'
#include <pthread.h>
static int n;
static volatile void *seen[2]; /* else the compiler knows, too, and announces nothing */
static void *count(void *arg)
{
	volatile int many = 0;
	seen[arg != 0] = &many;
	while (many < 1000)
		many++;
	n = many;
	return arg;
}
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, count, i ? t : 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
END
compile own
expect 0 -q --pp=everywhere --findings=none --summary=summary ./own
[ "$(number executions)" = 2 ] || fail "own: $(number executions) schedules"
[ "$(number events)" -lt 200 ] || fail "own: $(number events) events of 2 schedules"
expect 3 -q --pp=everywhere --reduction=none -n 1 --findings=none --summary=summary ./own
[ "$(number events)" -gt 4000 ] || fail "own, all shown: $(number events) events"

# --- a loop that never ends, on the thread's own stack only
cat >round.c <<'END'
#include <pthread.h>
static volatile void *seen;
static void *turn(void *arg)
{
	volatile int wait = 1;
	seen = &wait;
	while (wait)
		;
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, turn, 0);
	pthread_join(t, 0);
	return 0;
}
END
compile round
expect 1 --pp=everywhere --findings=none ./round
says out "repeats the same steps for ever"

finish
