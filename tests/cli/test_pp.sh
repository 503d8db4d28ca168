#!/bin/bash
# SPDX-License-Identifier: MIT
# Preemption points by place, --within and --without, --ignore-function and --trust-function: what is
# run, what the verdict claims, and what the messages say.
COMMAND=check
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

# The number of executions in the summary of the last command.
executions() {
	sed -n 's/^scree: \([0-9,]*\) execution.*/\1/p' out
}
# runs N ARGS...: verified, in exactly so many executions.
runs() {
	local n=$1
	shift
	expect 0 --findings=none "$@"
	[ "$(executions)" = "$n" ] || fail "$*: $(executions) executions instead of $n: $(cat out)"
}
# line_of FILE TEXT: the number of its first line that holds the text.
line_of() {
	grep -nF -- "$2" "$1" | head -n 1 | cut -d: -f1
}

# --- the four examples of thesis §3.4.1. Two threads take one lock through different callers:
# stack 1: mutex_lock in my_malloc in my_create in one(); stack 2: mutex_lock in my_wait in my_join in two().
cat >stacks.c <<'END'
#include "two_threads.h"
#define OUT __attribute__((noinline))
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
OUT static void my_lock(void) { pthread_mutex_lock(&m); n++; }
OUT static void my_unlock(void) { n++; pthread_mutex_unlock(&m); }
OUT static void my_malloc(void) { my_lock(); n++; my_unlock(); n++; }
OUT static void my_wait(void) { my_lock(); n++; my_unlock(); n++; }
OUT static void my_create(void) { my_malloc(); n++; }
OUT static void my_join(void) { my_wait(); n++; }
OUT static void my_main(int which) { if (which) my_create(); else my_join(); n++; }
static void *one(void *arg) { n++; my_main(1); return arg; }
static void *two(void *arg) { n++; my_main(0); return arg; }
TWO_THREADS(one, two, 1)
END
compile stacks
# kept STACK1 STACK2 ARGS...: the trace shows a switch before the lock of that thread or does not.
# With --pp=lock the operations that may be switched at are the two locks; a schedule that runs the
# other thread's begin between a begin and its lock exists only where that lock is kept.
kept() {
	local one=$1 two=$2 n=1
	shift 2
	"$SCREE" check --findings=none --reduction=none --pp=lock --summary=sum "$@" ./stacks >out 2>err ||
		fail "$*: $(cat out err)"
	n=$(executions)
	[ "$n" = "${count[$one$two]}" ] ||
		fail "$*: $n schedules where stacks $one$two were to be kept: ${count[$one$two]}"
	says sum '"rule": "with'
}
# How many schedules there are where both, one or none of the locks is a point. Measured by naming the
# functions at the bottom of the stacks, which nobody else is below.
declare -A count
for pair in "11" "10:--without=two" "01:--without=one" "00:--without=one --without=two"; do
	read -r -a rules <<<"${pair#*:}"
	[ "$pair" != 11 ] || rules=()
	expect 0 --findings=none --reduction=none --pp=lock "${rules[@]}" ./stacks
	count[${pair%%:*}]=$(executions)
done
[ "${count[11]} ${count[00]}" = "35 10" ] || fail "both kept and none kept: ${count[11]}, ${count[00]}"
[ "${count[10]} ${count[01]}" = "15 20" ] || fail "one kept: ${count[10]}, ${count[01]}"
kept 0 1 --within=my_lock --without=my_malloc
kept 0 1 --within=my_join
kept 1 0 --without=my_wait
kept 1 1 --without=my_main --within=my_lock
# The order matters: the last one that fits decides.
kept 0 0 --within=my_lock --without=my_main
kept 1 1 --without=my_malloc --within=my_lock
kept 0 0 --within=my_lock --without=my_malloc --without=my_join
kept 0 1 --without=my_main --within=my_join
says out "schedules of this test were run"
says out "verified for preemption at lock without my_main within my_join: "
says out "preemption points left out by --within and --without"

# --- a bug that needs one point
cat >lost_update.c <<'END'
#include "two_threads.h"
static int n;
static void *add(void *arg)
{
	int old = n;
	n = old + 1; /* HERE */
	return arg;
}
/* NOTHING */
TWO_THREADS(add, add, n == 2)
END
compile lost_update
here_line=$(line_of lost_update.c HERE)
runs 4 --pp=yield ./lost_update
expect 1 --findings=found --pp=yield,lost_update.c:"$here_line" ./lost_update
says out "assertion"
# A report's pc is a point as well: that of the write, as an address and as an offset.
"$SCREE" run --trace=json --pp=yield ./lost_update >trace 2>err
pc=$(grep -F '"op": "write"' trace | grep -F "\"line\": $here_line" | sed -n 's/.*"pc": "\(0x[0-9a-f]*\)".*/\1/p' | head -n 1)
[ -n "$pc" ] || fail "no pc in: $(grep write trace)"
expect 1 --findings=none --pp=yield,"$pc" ./lost_update
# One past it is no return address of any call.
runs 4 --pp="$(printf '0x%x' $((pc + 1)))" ./lost_update
offset=$(printf '0x%x' $((pc - 0x555555554000)))
expect 1 --findings=none --pp=lost_update+"$offset" ./lost_update
runs 4 --pp=lost_update+0x1 ./lost_update
# The finding file holds the place and the rules; replay needs no other words.
file=$(ls found)
line "found/$file" "pp yield,lost_update.c:$here_line"
COMMAND=replay
expect 1 "found/$file"
says out "reproduced: assertion"
COMMAND=check
expect 1 --findings=rules --pp=lost_update.c:"$here_line" --without=main --within=add ./lost_update
file=$(ls rules)
line "rules/$file" "option without=main"
line "rules/$file" "option within=add"
COMMAND=replay
expect 1 "rules/$file"
says out "reproduced: assertion"
# The same file as a schedule of `scree run`, which knows its rules too.
COMMAND=run
expect 1 --schedule="rules/$file" ./lost_update
expect 2 --schedule="rules/$file" --within=main ./lost_update
says err "was recorded with other preemption points"
expect 1 --schedule="rules/$file" --without=main --within=add ./lost_update
# `scree run` by itself.
expect 0 -n 200 --pp=yield ./lost_update
expect 1 -n 200 --pp=yield,lost_update.c:"$here_line" ./lost_update
says out "--pp=yield,lost_update.c:$here_line"
COMMAND=check
# Where the point is left out, the bug is.
runs 4 --pp=yield,lost_update.c:"$here_line" --without=add ./lost_update
says out "verified for preemption at yield,lost_update.c:$here_line without add: "

# --- functions of one name, inlined ones, members, libraries
mkdir -p one two
cat >one/part.c <<'END'
#include <pthread.h>
extern int n;
__attribute__((noinline)) static void bump(void) { int old = n; n = old + 1; }
void one(void) { bump(); }
END
sed 's/one(void)/two(void)/' one/part.c >two/part.c
cat >parts.c <<'END'
#include "two_threads.h"
int n;
void one(void);
void two(void);
static void *first(void *arg) { one(); return arg; }
static void *second(void *arg) { two(); return arg; }
TWO_THREADS(first, second, n == 2)
END
"$SCREE" cc -g parts.c one/part.c two/part.c -o parts || fail "cannot compile parts"
# Both functions of that name are sealed.
runs 2 --pp=everywhere --without=bump ./parts
# One line of one of two files of that name.
expect 2 --pp=part.c:3 ./parts
says err "several files end in 'part.c'; write more of the path:"
says err "one/part.c"
says err "two/part.c"
expect 1 --findings=none --pp=one/part.c:3 ./parts
expect 1 --findings=none --pp=two/part.c:3 ./parts
# In libraries that the program starts with.
"$SCREE" cc -g -shared -fPIC one/part.c -o libone.so || fail "cannot link libone.so"
"$SCREE" cc -g -shared -fPIC two/part.c -o libtwo.so || fail "cannot link libtwo.so"
"$SCREE" cc -g parts.c ./libone.so ./libtwo.so -o shared || fail "cannot link with libraries"
runs 2 --pp=everywhere --without=bump ./shared
expect 1 --findings=none --pp=two/part.c:3 ./shared
expect 2 --pp=libthree.so+0x10 ./shared
says err "the program has no part 'libthree.so'; it has shared, libone.so, libtwo.so"

# In a library that it opens itself.
cat >opens.c <<'END'
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
int n;
static void (*one)(void);
static void *run(void *arg) { one(); return arg; }
int main(void)
{
	pthread_t a, b;
	void *library = dlopen("./libone.so", RTLD_NOW);
	assert(library);
	*(void **)&one = dlsym(library, "one");
	assert(one);
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(n == 2);
	return 0;
}
END
"$SCREE" cc -g opens.c -rdynamic -o opens || fail "cannot compile opens"
expect 2 --without=bump ./opens
says err "there is no code of a function 'bump'"
runs 2 --pp=everywhere --without=bump --module=libone.so ./opens
expect 1 --findings=opened --pp=part.c:3 --module=libone.so ./opens
COMMAND=replay
expect 1 opened/*
COMMAND=check
expect 2 --without=bump --module=libnone.so ./opens
says err "--module: cannot read 'libnone.so'"
# The file that is loaded must be the one that was looked at.
mkdir -p other
"$SCREE" cc -g -O2 -shared -fPIC two/part.c -o other/libone.so || fail "cannot link another library"
expect 2 --without=bump --module=other/libone.so ./opens
says err "is not the file in which"

# Inlined, by gcc and by clang where it is there.
cat >inlined.c <<'END'
#include "two_threads.h"
static int n;
__attribute__((always_inline)) static inline void bump(void)
{
	int old = n;
	n = old + 1; /* HERE */
}
static void *add(void *arg) { bump(); return arg; }
TWO_THREADS(add, add, n == 2)
END
for compiler in gcc clang; do
	command -v $compiler >/dev/null || continue
	SCREE_CC=$compiler "$SCREE" cc -g -O2 inlined.c -o inlined || fail "cannot compile inlined with $compiler"
	runs 2 --pp=everywhere --without=bump ./inlined
	expect 1 --findings=none --within=bump ./inlined
	expect 1 --findings=none --pp=inlined.c:"$(line_of inlined.c HERE)" ./inlined
done

cat >members.cpp <<'END'
#include <cassert>
#include <thread>
namespace shop {
struct till {
	int n = 0;
	__attribute__((noinline)) void bump() { int old = n; n = old + 1; }
	template <typename T> __attribute__((noinline)) void add(T k) { int old = n; n = old + k; }
};
}
static shop::till till;
int main()
{
	std::thread a([] { till.bump(); till.add(1); });
	std::thread b([] { till.bump(); });
	a.join();
	b.join();
	assert(till.n == 3);
}
END
"$SCREE" c++ -g members.cpp -o members || fail "cannot compile members"
expect 1 --findings=none --within=shop::till::bump ./members
expect 1 --findings=none --within=till::bump --without=till::add ./members
expect 1 --findings=none --within=bump --without=add ./members
expect 0 --findings=none --without=bump --without='shop::till::add<int>' ./members
expect 2 --within=till::bumb ./members
says err "there is no code of a function 'till::bumb'"
expect 2 --within=shop::till::bumb ./members
says err "similar: shop::till::bump"

# --- accesses that are not looked at
cat >noise.c <<'END'
#include "two_threads.h"
#include <stdatomic.h>
#define OUT __attribute__((noinline))
static int hits, n;
static atomic_int calls;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
OUT static void deep(void) { hits++; atomic_fetch_add(&calls, 1); }
OUT static void tally(void) { deep(); }
static void *add(void *arg)
{
	tally();
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return arg;
}
TWO_THREADS(add, add, n == 2)
END
compile noise
expect 0 --findings=none ./noise
[ "$(executions)" -gt 2 ] || fail "the noise makes no schedules: $(cat out)"
runs 2 --pp=everywhere --trust-function=tally ./noise
says out "verified, trusting tally: "
says out "note: 12 accesses not looked at in functions of --trust-function"
expect 3 --pp=everywhere --findings=none --ignore-function=tally ./noise
line out "not verified: 12 accesses not looked at in functions of --ignore-function"
expect 2 --reduction=optimal --trust-function=tally ./noise
says err "--reduction=optimal must see every access"
expect 0 --pp=everywhere --findings=none --trust-function=deep --summary=sum ./noise
says sum '"deep"'
says sum '"trusted": 12'

# A lock that waits by accesses of its own, not looked at, and one that waits for what such a function
# writes: both end, and neither is called a livelock.
cat >own_lock.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define OUT __attribute__((noinline))
static atomic_int taken, ready;
static int n;
OUT static void take(void) { while (atomic_exchange(&taken, 1)) ; }
OUT static void give(void) { atomic_store(&taken, 0); }
OUT static void tell(void) { atomic_store(&ready, 1); }
static void *add(void *arg)
{
	take();
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	give();
	if (arg)
		tell();
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, add, &n);
	pthread_create(&b, 0, add, 0);
	while (!atomic_load(&ready))
		;
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(n == 2);
	return 0;
}
END
compile own_lock
runs 4 --trust-function=take --trust-function=give --trust-function=tell --pp=lock ./own_lock
says out "verified for preemption at lock, trusting take, give, tell: "
runs 533 --reduction=none --trust-function=take --trust-function=give --trust-function=tell --pp=lock ./own_lock
# Heap errors are found all the same.
cat >freed.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static int *p;
__attribute__((noinline)) static int peek(void) { return *p; }
static void *look(void *arg) { return peek() ? 0 : arg; }
static void *drop(void *arg) { free(p); return arg; }
int main(void)
{
	pthread_t a, b;
	p = calloc(1, sizeof(*p));
	pthread_create(&a, 0, drop, 0);
	pthread_create(&b, 0, look, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
END
compile freed
expect 1 --findings=none --trust-function=peek --reduction=none ./freed
says out "use-after-free"

# --- what is wrong with the words
expect 2 --pp=lost_update.c:1 ./lost_update
says err "line 1 of "
says err "has no code; the nearest that has some is 4"
expect 2 --pp=lost_update.c:99999 ./lost_update
says err "has no code; the nearest that has some is"
expect 2 --pp=lost_update.c:"$(line_of lost_update.c NOTHING)" ./lost_update
says err "the nearest that have some are"
expect 2 --pp=update.c:7 ./lost_update
says err "no source file of the program ends in 'update.c'"
for word in lost_update.c: lost_update.c:x lost_update.c:0 :7; do
	expect 2 --pp="$word" ./lost_update
	says err "a place is FILE:LINE"
done
expect 2 --pp=0x0 ./lost_update
says err "'0x0' is no address"
expect 2 --pp=0x12zz ./lost_update
says err "is no address"
expect 2 --pp=lokc ./lost_update
says err "'lokc' is no class of preemption points"
expect 2 --within=ad ./lost_update
says err "there is no code of a function 'ad'; similar: add"
expect 2 --within= ./lost_update
says err "the name of a function is needed"
expect 2 --ignore-function=pthread_create ./lost_update
says err "'pthread_create' is modelled by scree"
expect 2 --trust-function=nothing_like_it ./lost_update
says err "there is no code of a function 'nothing_like_it'"
"$SCREE" cc lost_update.c -o bare || fail "cannot compile without -g"
strip bare
expect 2 --within=add ./bare
says err "compile it with -g"

# --- classes that make coarse steps: a lock that is given back and taken again in one step
for set in memory unlock memory,unlock memory,join; do
	expect 0 --findings=none --pp=$set ./lock
	says out "verified for preemption at"
done
# To wait in a join that is no point splits a step in two or not: twice as many steps, the same states.
runs 40 --pp=lock,unlock ./lock
runs 20 --pp=lock,unlock,join ./lock
runs 20 --pp=all ./lock

finish
