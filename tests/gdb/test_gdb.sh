#!/bin/bash
# SPDX-License-Identifier: MIT
# `scree replay` under gdb, driven by commands: the program's threads with their names, stacks, lines and
# variables; moving by steps and switches, and back; the finding comes at the end of it all.
command -v gdb >/dev/null || { echo "no gdb" && exit 77; }
gdb -nx -batch -ex 'python print(1)' >/dev/null 2>&1 || { echo "gdb has no Python" && exit 77; }
COMMAND=replay
here=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/cli/lib.sh"
export HOME=$work # no .gdbinit of a person

# gdb's COMMANDS on standard input, one a line: all that is said is in out; the exit status is 1.
session() {
	timeout 120 "$SCREE" replay "$file" --gdb "$@" >out 2>&1
	local got=$?
	[ $got = 1 ] || fail "replay --gdb $*: status $got instead of 1: $(cat out)"
}

# matches REGEX: a line of out does.
matches() {
	grep -qE -- "$1" out || fail "no line like '$1' in: $(cat out)"
}

# in_order TEXT...: lines that hold them, in this order.
in_order() {
	local from=1 at
	for text; do
		at=$(tail -n "+$from" out | grep -nF -m 1 -- "$text" | cut -d: -f1)
		[ -n "$at" ] || { fail "no '$text' from line $from on in: $(cat out)" && return; }
		from=$((from + at))
	done
}

# --- programs: a use after free, a deadlock, a crash, one that ends before it has threads

cat >list.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct node {
	int value;
};
static struct node *head;
static __thread int mine;
static void use(struct node *n, int depth)
{
	int local = depth * 10;
	if (depth)
		use(n, depth - 1);
	else
		printf("%d\n", n->value + local); /* BUG */
}
static void *reader(void *arg)
{
	mine = 7;
	struct node *n = head;
	if (n)
		use(n, 2);
	return arg;
}
static void *eraser(void *arg)
{
	mine = 9;
	struct node *n = head;
	head = NULL;
	free(n);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	head = malloc(sizeof(*head));
	head->value = 42;
	pthread_create(&a, 0, reader, 0);
	pthread_create(&b, 0, eraser, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
END
cat >dead.c <<'END'
#include <pthread.h>
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *arg)
{
	pthread_mutex_lock(&left);
	pthread_mutex_lock(&right);
	pthread_mutex_unlock(&right);
	pthread_mutex_unlock(&left);
	return arg;
}
static void *two(void *arg)
{
	pthread_mutex_lock(&right);
	pthread_mutex_lock(&left);
	pthread_mutex_unlock(&left);
	pthread_mutex_unlock(&right);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, one, 0);
	pthread_create(&b, 0, two, 0);
	pthread_setname_np(b, "second");
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
END
sed 's/free(n);/*(volatile int *)8 = 1;/' list.c >crash.c
cat >early.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv)
{
	int given = argc + 4;
	(void)argv;
	if (given == 5)
		abort();
	return 0;
}
END
for program in list dead crash early; do
	if [ $program = dead ]; then
		sed -i '1i #define _GNU_SOURCE' dead.c
	fi
	compile $program
	"$SCREE" check --minimize=0 -q --findings=found ./$program >/dev/null 2>&1
done

# found PROGRAM: its finding file.
found() {
	file=$(echo found/"$1"-*.scree)
	[ -f "$file" ] || { echo "no finding in $1" >&2 && exit 1; }
}

# --- stopped at the finding: threads, stacks, lines, locals, thread-local variables
found list
session <<'END'
info threads
bt
info locals
up
print depth
print mine
thread 3
print mine
thread 1
bt
END
matches '^finding after step [0-9]+, in T1 reader: use-after-free: read of 4 bytes'
in_order "finding after" \
	'"T0 main"' '"T1 reader"' '"T2 eraser"' \
	"depth=0) at list.c:15" "depth=1) at list.c:13" "depth=2) at list.c:13" "in reader (arg=0x0) at list.c:22" \
	"local = 0" "\$1 = 1" "\$2 = 7" "\$3 = 9" "in main () at list.c:40" \
	"scree: reproduced: use-after-free at list.c:15 use"
matches '^\* 2 +Thread .*"T1 reader"'
[ "$(grep -cE '^[* ] [0-9]+ +Thread ' out)" = 3 ] || fail "not three threads: $(cat out)"
grep -q 'in finding_raise' out && fail "bt shows scree's frames: $(cat out)"

# --- the same by options, without a prompt; scree's own frames where they are asked for
session --gdb-command='bt -no-filters' --gdb-command='print head' </dev/null
matches 'in finding_raise|in finding_finish'
line out "\$1 = (struct node *) 0x0"
line out "scree: reproduced: use-after-free at list.c:15 use"
grep -q '(gdb)' out && fail "a prompt: $(cat out)"

# --- steps: forward, to a switch, back; the numbers are those of the trace
"$SCREE" replay --trace "$file" >trace 2>/dev/null </dev/null
switch=$(awk '$1 ~ /^[0-9]+$/ && $1 > 6 && $2 == ">" { print $1; exit }' trace)
[ -n "$switch" ] || fail "no switch after step 6: $(cat trace)"
op() { # of a step, as the trace has it
	awk -v n="$1" '$1 == n { print $2 == ">" ? $4 : $3 }' trace
}
thread() {
	awk -v n="$1" '$1 == n { print $2 == ">" ? $3 : $2 }' trace
}
session <<'END'
scree start 6
scree where
scree step
scree next-switch
scree back
scree step 3
scree back 2
scree finish
scree back 1
END
in_order "finding after" "step 6: $(thread 6) " "step 6 is next" "T0 main" "T1 reader" "T2 eraser" \
	"step 7: $(thread 7) " "step $switch: $(thread "$switch") " \
	"step $((switch - 1)): $(thread $((switch - 1))) " \
	"step $((switch + 2)): $(thread $((switch + 2))) " "step $switch: $(thread "$switch") " \
	"finding after" "scree: reproduced"
for step in 6 7 "$switch" $((switch - 1)) $((switch + 2)); do
	matches "step $step: $(thread "$step") [a-z]+: $(op "$step")( |\$)"
done
matches '^\* T[0-9] [a-z]+ +ready '

# --- breakpoints and stepping by lines in the program; values can be looked at on the way
session <<'END'
break eraser
scree start
bt
next
next
next
print n->value
delete
continue
bt
END
in_order "finding after" "eraser (arg=0x0) at list.c:26" "#0  eraser (arg=0x0) at list.c:26" "mine = 9;" \
	"struct node *n = head;" "head = NULL;" "\$1 = 42" "finding after" "depth=2) at list.c:13" "scree: reproduced"
session <<'END'
scree start 6
next
next
info locals
kill
scree where
scree start
END
in_order "step 6: " "mine = 7;" "struct node *n = head;" "n = " "the replay is over; \"scree start\" begins it again" "finding after" "scree: reproduced"

# --- wrong words
session <<'END'
scree step much
scree back 1000
scree start 1000000
END
in_order "'much' is no number of steps" "steps before this one" "finding after" "scree: reproduced"

# --- a deadlock: each thread stands at its lock; a name that the program gave
found dead
session --gdb-command='thread apply all bt' --gdb-command='info threads' --gdb-command='scree where' </dev/null
in_order "deadlock: " "in two (arg=0x0) at dead.c:" "in one (arg=0x0) at dead.c:" "in main () at dead.c:" \
	'"T1 one"' '"T2 second"' "scree: reproduced: deadlock"
matches 'T1 one +blocked +lock right +dead.c:7'
matches 'T2 second +blocked +lock left +dead.c:15'

# --- a crash: the line that crashed, in a handler of signals
found crash
session --gdb-command=bt --gdb-command='info locals' </dev/null
in_order "segfault: null pointer dereference: write to address 0x8" "in eraser (" "at crash.c:30" "n = " \
	"scree: reproduced: segfault at crash.c:30 eraser"

# --- a thread that is stuck, in a loop that shows nothing of itself
cat >stuck.c <<'END'
#include <pthread.h>
static void *loop(void *arg)
{
	for (long round = 1; round; round |= 2)
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
"$SCREE" check --minimize=0 -q --findings=found --stuck-after=300ms ./stuck >/dev/null 2>&1
found stuck
session --stuck-after=300ms --gdb-command='info locals' </dev/null
in_order "in T1 loop: infinite-loop: T1 has run" "round = 3" "scree: reproduced: infinite-loop at stuck.c:"

# --- before there are threads; and the end of a program without a finding
found early
session --gdb-command=bt --gdb-command='info locals' </dev/null
in_order "abort: the program called abort" "in main (" "given = 5" "scree: reproduced: abort at early.c:7 main"
"$SCREE" run -q --save-schedule=good ./lock
expect 0 good --gdb --gdb-command='scree where'
says out "the program came to its end after "
says out "the file records no finding, and none happened"

# --- --until and --print
found list
expect 1 "$file" --until=6 --gdb-command='scree where'
says out "step 6 is next"
expect 1 "$file" --print=head --print='no_such_name'
[ "$(grep -c '^step ' out)" -gt 2 ] || fail "not many switches: $(cat out)"
matches '^    head = \(struct node \*\) 0x[1-9a-f]|^    head = 0x[1-9a-f]'
matches '^    head = .*0x0$'
says out 'no_such_name = <No symbol "no_such_name" in current context.>'

# --- what cannot be
expect 2 "$file" --gdb=no-such-gdb
says err "there is no no-such-gdb to be found; install gdb"
expect 2 "$file" --gdb=/bin/true
says err "ended without asking for the program: does it have Python?"
expect 2 "$file" --gdb --json
says err "--json and gdb do not go together"
expect 2 "$file" --gdb --carrier=fibers
says err "gdb sees OS threads only"

finish
