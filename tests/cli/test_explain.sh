#!/bin/bash
# SPDX-License-Identifier: MIT
# `scree explain`: the command line, and that what other commands refer to is there.
COMMAND=explain
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

# --- the command line
expect 0
says out "  lost-wakeup "
says out "Counters that weaken the verdict"
expect 0 --help
says out "usage: scree explain [CODE...]"
expect 0 FILE_WRITES
line out "file-writes (Counters that weaken the verdict)"
says out "Files are not reset"
expect 0 deadlock pruned
line out "deadlock (Findings)"
line out "pruned (Jobs)"
expect 2 dedlock
says err "there is no code 'dedlock'; did you mean 'deadlock'?"
expect 2 $'no\such'
says err "'scree explain' lists them"
# What is known is explained all the same.
expect 2 deadlock nonsense
line out "deadlock (Findings)"
says err "there is no code 'nonsense'"

# Every code that is listed has a page.
expect 0
codes=$(sed -nE 's/^  ([a-z0-9, -]*[a-z0-9])  .*/\1/p' out | tr -s ', ' '\n')
[ "$(echo "$codes" | wc -l)" -gt 50 ] || fail "few codes: $codes"
# shellcheck disable=SC2086 # words
expect 0 $codes

# --- what other commands refer to
# refers FILE CODES: one of its lines ends with them, and they are explained.
refers() {
	grep -qE "scree explain $2\)?( \(thread T[0-9]+\))?\$" "$1" || fail "no hint at '$2' in: $(cat "$1")"
	# shellcheck disable=SC2086 # words
	expect 0 $2
}

cat >program.c <<'END2'
#include <fcntl.h>
#include <pthread.h>
#include <sys/types.h>
#include <unistd.h>
static void *work(void *arg)
{
	char *what = arg;
	if (what && *what == 'f')
		(void)!fork();
	if (what && *what == 'w')
		(void)!write(open("written", O_WRONLY | O_CREAT, 0600), "x", 1);
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t t;
	pthread_create(&t, NULL, work, argc > 1 ? argv[1] : NULL);
	pthread_join(t, NULL);
	return 0;
}
END2
compile program
check() {
	"$SCREE" check --findings=none --run-dir=none "$@" >shown 2>error </dev/null
}
check ./program fork
refers error "unsupported"
check ./program write
refers shown "file-writes"
check -n 1 --strategy=random:1 ./program
refers shown "budget"
"$SCREE" run ./program write >shown 2>error
refers shown "file-writes"
check ./program
grep -q "scree explain" shown && fail "a hint where nothing is to be explained: $(cat shown)"
check -q ./program write
[ -s shown ] && fail "--quiet: $(cat shown)"
finish
