#!/bin/bash
# SPDX-License-Identifier: MIT
# Every way to break the engine (engine/mutation.def) changes what is said of a native program, too.
COMMAND=check
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

mapfile -t names < <(sed -n 's/^MUTATION(\([A-Z_]*\)).*/\1/p' "$here/../../engine/mutation.def")
declare -A tested

# broken NAME: the number of the mutation, and the note that it was tried
broken() {
	for i in "${!names[@]}"; do
		[ "${names[$i]}" = "$1" ] && tested[$1]=1 && number=$i && return
	done
	fail "there is no mutation $1"
}

# differs NAME SOUND BROKEN ARGS...: status of `scree check ARGS` with a sound and with a broken engine
differs() {
	local name=$1 sound=$2 other=$3 got
	shift 3
	broken "$name"
	expect "$sound" -q --findings=none --run-dir=none "$@"
	SCREE_BREAK_ENGINE=$number "$SCREE" check -q --findings=none --run-dir=none "$@" >out 2>err </dev/null
	got=$?
	[ "$got" = "$other" ] || fail "$name: $*: status $got instead of $other: $(cat out err)"
	says err "SCREE_BREAK_ENGINE is set"
}

# write NAME: a program of two threads; the parts come on standard input
write() {
	{
		echo '#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag, n, total; int plain, array[60];'
		cat
		echo 'int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	end();
	return 0;
}'
	} >"$1.c"
	compile "$1"
}

write update <<'END'
static void *first(void *p) { atomic_store(&n, atomic_load(&n) + 1); return p; }
static void *second(void *p) { return first(p); }
static void end(void) { assert(n == 2); }
END
differs POINT_LOST 1 0 --mode=everywhere ./update
differs FINDING_LOST 1 3 --mode=everywhere ./update

# A schedule that lacks choices does not lead back to the finding.
broken CHOICE_LOST
SCREE_BREAK_ENGINE=$number "$SCREE" check -q --minimize=0 --run-dir=none --mode=everywhere --findings=lossy ./update >out 2>err </dev/null
found=$(echo lossy/*.scree)
if [ -f "$found" ]; then
	"$SCREE" replay "$found" >out 2>err </dev/null && got=0 || got=$?
	[ "$got" != 1 ] || fail "CHOICE_LOST: the finding is replayed"
else
	fail "CHOICE_LOST: no finding: $(cat out err)"
fi
"$SCREE" check -q --minimize=0 --run-dir=none --mode=everywhere --findings=whole ./update >out 2>err </dev/null
"$SCREE" replay whole/*.scree >out 2>err </dev/null && got=0 || got=$?
[ "$got" = 1 ] || fail "the sound finding is not replayed: $(cat err)"

write spin <<'END'
static void *first(void *p) { while (!atomic_load(&flag)) ; return p; }
static void *second(void *p) { atomic_store(&flag, 1); return p; }
static void end(void) { }
END
differs SPIN_NEVER 0 3 --mode=everywhere ./spin
differs SPIN_NO_WAKE 0 3 --mode=everywhere ./spin

differs SPIN_UNSEEN 1 0 --mode=everywhere "$here/../programs/liveness/polls_under_lock.c"

# Looks 50 times at the same, and counts in a register.
write rounds <<'END'
static void *first(void *p) { for (int i = 0; i < 50; i++) total = flag; return p; }
static void *second(void *p) { int sum = 0; for (int i = 0; i < 50; i++) sum += atomic_load(&flag); return sum ? p : 0; }
static void end(void) { }
END
"$SCREE" cc -g -O2 rounds.c -o rounds || fail "cannot compile rounds"
differs SPIN_HASTY 0 1 --mode=everywhere --loop-rounds=0 ./rounds

write counts <<'END'
static void *first(void *p) { while (!atomic_load(&flag)) plain++; return p; }
static void *second(void *p) { atomic_store(&flag, 1); return p; }
static void end(void) { }
END
cut=$(sed -n 's/^COUNTER(LOOPS_CUT, WEAKENS, "\(.*\)")/\1/p' "$here/../../event/counter.def")
expect 3 --findings=none --run-dir=none --mode=everywhere --busy-rounds=5 ./counts
says out "$cut"
broken LOOP_NEVER
SCREE_BREAK_ENGINE=$number "$SCREE" check -t 1s --findings=none --run-dir=none --mode=everywhere --busy-rounds=5 ./counts >out 2>err </dev/null
! grep -qF "$cut" out || fail "LOOP_NEVER: a loop was cut"

write scan <<'END'
static void *first(void *p) { int sum = 0; for (int i = 0; i < 60; i++) sum += array[i]; total = sum; return p; }
static void *second(void *p) { return p; }
static void end(void) { }
END
differs LOOP_HASTY 0 3 --mode=everywhere --loop-rounds=5 ./scan

write endless <<'END'
static void *first(void *p) { return p; }
static void *second(void *p) { return p; }
static void end(void) { for (;;) atomic_fetch_add(&n, 1); }
END
differs LIMIT_IGNORED 1 3 --mode=everywhere --max-events=1000 -t 1s ./endless

# A thread's local that another changes; accesses to stacks are hidden at first.
cat >family.c <<'END'
#include <assert.h>
#include <pthread.h>
static void *child(void *arg) { int *x = arg; *x = *x + 1; return 0; }
static void *parent(void *arg)
{
	int local = 0;
	pthread_t a;
	pthread_create(&a, 0, child, &local);
	local = local + 1;
	pthread_join(a, 0);
	assert(local == 2);
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
compile family
differs HIDDEN_UNWATCHED 1 0 --mode=everywhere ./family

for name in "${names[@]:1}"; do
	[ "${tested[$name]-}" ] || fail "$name: no native program"
done
finish
