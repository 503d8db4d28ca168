# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by tests of a command: a directory of their own, programs, and expectations.
# SCREE is the tool; COMMAND the command that is tested.
set -u
: "${SCREE:?the scree to test}"
: "${COMMAND:?the command to test}"
SCREE=$(realpath "$SCREE")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
cp "$(dirname "${BASH_SOURCE[0]}")/two_threads.h" "$work" || exit 1
cd "$work" || exit 1
failures=0

fail() {
	echo "FAIL: $*" >&2
	failures=$((failures + 1))
}

finish() {
	[ "$failures" = 0 ] || { echo "$failures failures" >&2 && exit 1; }
	echo "ok"
}

# expect STATUS ARGS...: `scree COMMAND ARGS` ends with that status; see out and err.
expect() {
	local status=$1 got
	shift
	"$SCREE" "$COMMAND" "$@" >out 2>err </dev/null
	got=$?
	[ "$got" = "$status" ] || fail "$COMMAND $*: status $got instead of $status: $(cat out err)"
	[ -z "$(ls "$TMPDIR")" ] || fail "$COMMAND $*: left $(ls "$TMPDIR") behind"
}

# says FILE TEXT: one of its lines holds the text.
says() {
	grep -qF -- "$2" "$1" || fail "no '$2' in: $(cat "$1")"
}

# line FILE TEXT: one of its lines is the text.
line() {
	grep -qxF -- "$2" "$1" || fail "no line '$2' in: $(cat "$1")"
}

compile() {
	"$SCREE" cc -g "$1.c" -o "$1" || fail "cannot compile $1"
}

# --- programs: 20 schedules; one with a bug; more than can be run; one that does not repeat itself

cat >lock.c <<'END'
#include <pthread.h>
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *arg)
{
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&m);
		n++;
		pthread_mutex_unlock(&m);
	}
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return n != 6;
}
END
cat >lost.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int n;
static void *add(void *arg)
{
	n++;
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t a, b;
	int want = argc > 1 ? atoi(argv[1]) : 2;
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(n == want);
	return 0;
}
END
cat >large.c <<'END'
#include "two_threads.h"
#include <stdatomic.h>
static atomic_int x;
static void *add(void *arg)
{
	for (int i = 0; i < 100; i++)
		atomic_fetch_add(&x, 1);
	return arg;
}
TWO_THREADS(add, add, 1)
END
cat >odd.c <<'END'
#include "two_threads.h"
#include <stdatomic.h>
static atomic_int x, y;
static void *add(void *arg)
{
	for (int i = 0; i < 8; i++)
		if (__builtin_ia32_rdtsc() >> 6 & 1)
			atomic_fetch_add(&x, 1);
		else
			atomic_load(&y);
	return arg;
}
TWO_THREADS(add, add, 1)
END
compile lock
compile lost
compile large
compile odd
