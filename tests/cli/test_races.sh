#!/bin/bash
# SPDX-License-Identifier: MIT
# What `scree check --races` lists: real programs, both modes, text and JSON.
COMMAND=check
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

# program NAME: stdin is its source; with `two(f, g)` it runs two functions at once.
program() {
	{
		cat <<'END'
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
static void two(void *(*f)(void *), void *(*g)(void *))
{
	pthread_t a, b;
	pthread_create(&a, 0, f, 0);
	pthread_create(&b, 0, g, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
}
END
		cat
	} >"$1.c"
	compile "$1"
}

# not FILE TEXT: no line holds it.
not() {
	! grep -qF -- "$2" "$1" || fail "'$2' in: $(cat "$1")"
}

# pairs NUMBER: that many are shown, of those that are no data races in C11 too.
pairs() {
	local n
	n=$(grep -cE '^(data race|order-dependent accesses): ' out)
	[ "$n" = "$1" ] || fail "$n pairs instead of $1: $(cat out)"
}

# --- the command line
expect 2 --races=all ./lock
says err "use limited, pure or none"

# --- nothing to say
expect 0 --pp=everywhere --races=limited ./lock
not out "races"
expect 0 --pp=everywhere --races=none --json ./lock
says out '"races": null'
expect 0 --pp=everywhere --races=limited --json ./lock
says out '"mode": "limited"'
says out '"total": 0'

# --- a data race, in both modes and with both ways of isolation
for options in --races=limited --races=pure "--races=limited --isolate=fork"; do
	# shellcheck disable=SC2086
	expect 1 --pp=everywhere $options --continue ./lost
	says out "pairs of accesses in an order that nothing enforces"
	line out "data race: n"
	line out "  write by T1 in add at lost.c:7, no locks"
	line out "  read by T2 in add at lost.c:7, no locks"
	says out "  seen in both orders; in execution 1"
	pairs 2
done
expect 1 --pp=everywhere --races=pure --continue --json --summary=summary ./lost
for file in out summary; do
	says $file '"class": "data-race"'
	says $file '"order": "both"'
	says $file '"nondeterministic": false'
	says $file '"data_races": 2'
	says $file '"suppressed": {"recycled": 0, "initialization": 0}'
done

expect 1 --pp=everywhere --races=pure --continue -q ./lost
not out "data race"

# --- thesis figure 2.6 (a) and (b): what limited reports of one schedule, pure only of another
program figure_a <<'END'
static int x;
static pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *arg)
{
	x++;
	pthread_mutex_lock(&mx);
	pthread_mutex_unlock(&mx);
	return arg;
}
static void *second(void *arg)
{
	pthread_mutex_lock(&mx);
	pthread_mutex_unlock(&mx);
	x++;
	return arg;
}
int main(void)
{
	two(first, second);
	return 0;
}
END
expect 3 --pp=everywhere --races=limited -n 1 ./figure_a
line out "order-dependent accesses: x"
pairs 3
says out "  seen in this order only; in execution 1"
expect 3 --pp=everywhere --races=pure -n 1 ./figure_a
pairs 0
expect 0 --pp=everywhere --races=pure ./figure_a
line out "data race: x"
says out "; nondeterministic: first in execution "
pairs 3
program figure_b <<'END'
static int x, y;
static pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *arg)
{
	x++;
	pthread_mutex_lock(&mx);
	y = 1;
	pthread_mutex_unlock(&mx);
	return arg;
}
static void *second(void *arg)
{
	pthread_mutex_lock(&mx);
	int tmp = y;
	pthread_mutex_unlock(&mx);
	if (tmp)
		x++;
	return arg;
}
int main(void)
{
	two(first, second);
	return 0;
}
END
expect 0 --pp=everywhere --races=limited ./figure_b
pairs 3
not out "data race"
expect 0 --pp=everywhere --races=pure ./figure_b
pairs 0

# --- figure 5 of the soundness proofs: y races only where x has raced
program figure_5 <<'END'
static int x, y, t_x[2], t_y[2];
static void *run(void *arg)
{
	int me = arg != 0, other = !me;
	x = x + 1;
	t_x[me] = 1;
	if (x == 1 && t_x[other]) {
		y = y + 1; /* Y */
		t_y[me] = 1;
		assert(!(y == 1 && t_y[other]));
	}
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, &x);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
END
expect 1 --pp=everywhere --races=pure --continue --json ./figure_5
tr -d '\n' <out | sed 's/"class"/\n&/g' | grep '"object": "y"' | grep -q '"nondeterministic": true' ||
	fail "y does not race, or in the first execution already"
! tr -d '\n' <out | sed 's/"class"/\n&/g' | grep '"object": "y"' | grep -q '"nondeterministic": false' ||
	fail "y races in the first execution already"

# --- locks of all kinds are told, and keep accesses apart
program locks <<'END'
static int n, m, k;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static sem_t sem;
static void *first(void *arg)
{
	pthread_mutex_lock(&one);
	pthread_rwlock_rdlock(&rw);
	n++;
	pthread_rwlock_unlock(&rw);
	pthread_mutex_unlock(&one);
	sem_wait(&sem);
	m++;
	sem_post(&sem);
	return arg;
}
static void *second(void *arg)
{
	pthread_mutex_lock(&other);
	pthread_rwlock_rdlock(&rw);
	n++;
	pthread_rwlock_unlock(&rw);
	pthread_mutex_unlock(&other);
	sem_wait(&sem);
	m++;
	sem_post(&sem);
	return arg;
}
int main(void)
{
	sem_init(&sem, 0, 1);
	two(first, second);
	return k;
}
END
expect 0 --pp=everywhere --races=limited ./locks
pairs 3
says out ", holding mutex one, read-write lock rw for reading"
says out ", holding mutex other, read-write lock rw for reading"
not out "races (limited): m"
says out "pairs of accesses that only a semaphore, taken for a lock, keeps from racing"

# --- a semaphore that is handed off is no lock
program handoff <<'END'
static int m;
static sem_t sem;
static void *first(void *arg)
{
	sem_wait(&sem);
	m++;
	return arg;
}
static void *second(void *arg)
{
	sem_post(&sem);
	sem_wait(&sem);
	m++;
	return arg;
}
int main(void)
{
	sem_init(&sem, 0, 1);
	two(first, second);
	return 0;
}
END
expect 0 --pp=everywhere --races=limited ./handoff
says out ": m"
not out "taken for a lock"

# --- atomics: candidates, but no undefined behaviour
program atomics <<'END'
static atomic_int flag;
static int data;
static void *first(void *arg)
{
	data = 1;
	atomic_store_explicit(&flag, 1, memory_order_release);
	return arg;
}
static void *second(void *arg)
{
	if (atomic_load_explicit(&flag, memory_order_acquire))
		assert(data == 1);
	return arg;
}
int main(void)
{
	two(first, second);
	return 0;
}
END
expect 0 --pp=everywhere --races=pure ./atomics
line out "order-dependent accesses: flag"
not out "data race"
not out ": data"
expect 0 --pp=everywhere --races=limited ./atomics
line out "order-dependent accesses: data"
not out "data race"
sed -e 's/memory_order_acquire/memory_order_relaxed/' atomics.c >relaxed.c
compile relaxed
expect 0 --pp=everywhere --races=pure ./relaxed
line out "data race: data"

# --- free and access; an object that is set up while others use it
program freed <<'END'
static int *block;
static void *first(void *arg)
{
	*block = 1;
	return arg;
}
static void *second(void *arg)
{
	free(block);
	return arg;
}
int main(void)
{
	block = malloc(sizeof(*block));
	two(first, second);
	return 0;
}
END
expect 1 --pp=everywhere --races=limited --continue ./freed
says out "  free by T2 in second at freed.c:"
says out "  write by T1 in first at freed.c:"
program set_up <<'END'
static pthread_mutex_t m;
static atomic_int made;
static void *first(void *arg)
{
	pthread_mutex_init(&m, 0);
	atomic_store(&made, 1);
	return arg;
}
static void *second(void *arg)
{
	if (atomic_load(&made)) {
		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
	}
	return arg;
}
int main(void)
{
	two(first, second);
	return 0;
}
END
expect 0 --pp=everywhere --races=limited ./set_up
says out "not shown: 2 pairs seen only in one order while an object was set up or taken down"
not out "mutex-init"
expect 0 --pp=everywhere --races=limited --json ./set_up
says out '"suppressed": {"recycled": 0, "initialization": 2}'
says out '"op": "mutex-init"'

finish
