#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs that are stopped, killed and resumed: the same verdict, counts and findings as if nothing had
# happened, no process left behind. KILLS: how often each run is killed (default 20).
COMMAND=resume
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"
kills=${KILLS:-20}
# Short pauses: a checkpoint comes twice a second, so most resumed runs get a little further.
RANDOM=${SEED:-1}

"$SCREE" cc -O1 -DN=2 -DK=6 "$here/../counts/programs/counter.c" -o scree-counter ||
	fail "cannot compile counter"
# Three findings, several jobs, races.
cat >bugs.c <<'END'
#include "two_threads.h"
#include <stdatomic.h>
static atomic_int x, y;
static int n;
static void *one(void *arg)
{
	for (int i = 0; i < 3; i++)
		atomic_fetch_add(&x, 1);
	n++;
	if (atomic_load(&y) == 2)
		assert(n != 1);
	return arg;
}
static void *two(void *arg)
{
	for (int i = 0; i < 3; i++) {
		atomic_fetch_add(&y, 1);
		atomic_load(&x);
	}
	n++;
	assert(atomic_load(&x) != 2);
	return arg;
}
TWO_THREADS(one, two, n == 2)
END
"$SCREE" cc -g bugs.c -o scree-bugs || fail "cannot compile bugs"

# member FILE NAME: the value of a member of the summary, the outermost one.
member() {
	sed -n "s/^  \"$2\": \"*\([^\",]*\)\"*,*\$/\1/p" "$1" | head -1
}

# What was found, without what depends on who found it first.
findings() {
	grep -E '^ +"(kind|message)":' "$1" | sort
}

# Processes of our programs; the dead that nobody has reaped do not count.
running() {
	# shellcheck disable=SC2009 # the state is wanted
	ps -eo stat=,pid=,comm=,args= | grep -E " (scree-counter|scree-bugs) " | grep -v '^Z' |
		grep -F "$work" || true
}

# The kernel ends workers with their controller, a moment later on a busy machine.
no_orphans() {
	for _ in $(seq 100); do
		[ -z "$(running)" ] && return
		sleep 0.05
	done
	fail "$1: still running: $(running)"
}

pause() {
	sleep "0.$(printf %03d $((RANDOM % 600 + 99)))"
}

# killed NAME ARGS...: the controller is killed again and again, and the run resumed.
killed() {
	local name=$1 pid status=0 n=0
	shift
	"$SCREE" check --run-dir="$name" --summary="$name.json" "$@" >"$name.out" 2>"$name.err" &
	pid=$!
	for _ in $(seq "$kills"); do
		pause
		kill -9 "$pid" 2>/dev/null || break
		wait "$pid" 2>/dev/null
		[ $? = 137 ] || break
		n=$((n + 1))
		no_orphans "$name"
		[ -e "$name/run.db" ] || {
			fail "$name: nothing kept"
			return
		}
		"$SCREE" resume "$name" >"$name.out" 2>"$name.err" &
		pid=$!
	done
	wait "$pid" || status=$?
	killed_status=$status
	echo "$name: killed $n times; $(member "$name.json" executions) executions"
	[ ! -s "$name.err" ] || fail "$name says: $(cat "$name.err")"
	no_orphans "$name"
}

# --- one set of preemption points: the number is known
killed everywhere --mode=everywhere -j2 "$work/scree-counter"
[ "$killed_status" = 0 ] || fail "everywhere: status $killed_status"
[ "$(member everywhere.json verdict)" = verified ] || fail "everywhere: $(cat everywhere.json)"
[ "$(member everywhere.json executions)" = 372436 ] ||
	fail "everywhere: $(member everywhere.json executions) executions instead of 372436"

# --- a run that has ended says the same again
expect 0 --summary=again.json everywhere
[ "$(member again.json executions)" = 372436 ] || fail "again: $(cat again.json)"
line out "verified: all schedules of this test that differ were run, in 372,436 executions"

# --- many sets of preemption points, races, several findings; with one worker the number is fixed
"$SCREE" check -q --continue --findings=none -j1 --run-dir=none --summary=whole.json "$work/scree-bugs" >out 2>err
[ $? = 1 ] || fail "bugs: $(cat out err)"
killed deepen --continue --findings=none -j1 "$work/scree-bugs"
[ "$killed_status" = 1 ] || fail "deepen: status $killed_status: $(cat deepen.out)"
[ "$(member deepen.json complete)" = true ] || fail "deepen: not complete"
[ "$(member deepen.json executions)" = "$(member whole.json executions)" ] ||
	fail "deepen: $(member deepen.json executions) executions, not $(member whole.json executions)"
[ "$(findings deepen.json)" = "$(findings whole.json)" ] ||
	fail "deepen: found $(findings deepen.json) instead of $(findings whole.json)"

# --- workers are killed: the run goes on by itself
"$SCREE" check -q --run-dir=none --mode=everywhere -j2 --summary=workers.json \
	"$work/scree-counter" >out 2>err &
pid=$!
n=0
for _ in $(seq "$kills"); do
	pause
	worker=$(pgrep -P "$pid" | head -$((RANDOM % 2 + 1)) | tail -1)
	[ -n "$worker" ] || continue
	kill -9 "$worker" 2>/dev/null && n=$((n + 1))
done
wait "$pid" || fail "workers: status $?: $(cat out err)"
echo "workers: killed $n of them"
[ "$(member workers.json executions)" = 372436 ] ||
	fail "workers: $(member workers.json executions) executions instead of 372436"
no_orphans workers

# --- a worker that cannot be started: kept for when it can
cp scree-counter scree-moved
"$SCREE" check --mode=everywhere -j1 ./scree-moved >out 2>err &
pid=$!
for _ in $(seq 100); do
	[ -e scree-runs/scree-moved-1/run.db ] && break
	sleep 0.1
done
mv scree-moved elsewhere
pkill -9 -P "$pid"
wait "$pid"
status=$?
[ "$status" = 2 ] || fail "a program that is gone: status $status: $(cat out err)"
says err "the run is kept, \`scree resume scree-runs/scree-moved-1\` goes on with it: cannot start"
mv elsewhere scree-moved
expect 3 -t 100ms scree-runs/scree-moved-1
rm -r scree-runs

# --- the budget ends, then there is more; other numbers of workers
COMMAND=check
expect 3 --mode=everywhere -j2 -t 1200ms ./scree-counter
line out "to go on: scree resume scree-runs/scree-counter-1"
COMMAND=resume
expect 3 -t 300ms -j 1 scree-runs/scree-counter-1
line out "to go on: scree resume scree-runs/scree-counter-1"
(cd / && "$SCREE" resume -t 300ms -j3 "$work/scree-runs/scree-counter-1" >"$work/out") ||
	[ $? = 3 ] || fail "from elsewhere: $(cat out)"
expect 0 -t 100s --summary=budget.json scree-runs/scree-counter-1
line out "verified: all schedules of this test that differ were run, in 372,436 executions"
[ ! -e scree-runs ] || fail "left behind: $(find scree-runs)"

# --- the time ends in the middle of an execution: what it completes is complete, and runs once only
cat >scree-slow.c <<'END'
#include <pthread.h>
static int x;
static void *work(void *arg)
{
	for (volatile unsigned i = 0; i < 100000000; i++)
		;
	if (arg)
		x++;
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t t;
	pthread_create(&t, 0, work, argc > 1 ? argv : 0);
	if (argc > 1)
		x++;
	pthread_join(t, 0);
	return 0;
}
END
"$SCREE" cc -O1 scree-slow.c -o scree-slow || fail "cannot compile scree-slow"
COMMAND=check
expect 0 --mode=everywhere -j1 -t 20ms --run-dir=slow1 ./scree-slow
says out "verified: the only schedule of this test was run"
"$SCREE" check --mode=everywhere -j1 -t 20ms --run-dir=slow2 ./scree-slow two >out 2>err
status=$?
COMMAND=resume
# How often depends on the machine; each time gets at least one execution further.
for _ in 1 2 3 4; do
	[ "$status" = 3 ] || break
	"$SCREE" resume -t 20ms slow2 >out 2>err
	status=$?
done
[ "$status" = 0 ] || fail "slow2: status $status: $(cat out err)"
expect 0 -t 20ms slow2
says out "scree: 4 executions"
says out "verified: all 4 schedules of this test that differ were run"
rm -r slow1 slow2

# --- Ctrl-C, a source file, arguments and environment
COMMAND=check
SOME=thing env --default-signal=INT "$SCREE" check -j2 --run-dir=source large.c >out 2>err &
pid=$!
for _ in $(seq 100); do
	[ -e source/run.db ] && break
	sleep 0.1
done
kill -INT "$pid"
wait "$pid"
status=$?
[ "$status" = 3 ] || fail "Ctrl-C: status $status: $(cat out err)"
line out "to go on: scree resume source"
[ -z "$(ls "$TMPDIR")" ] || fail "left $(ls "$TMPDIR") behind"
COMMAND=resume
SOME='other and longer thing' expect 3 -t 1s source
says out "not verified: the time was over"
expect 3 -t 500ms --json source
says out '"run_dir": "source"'

# --- a finding in a short run: nothing is kept
COMMAND=check
expect 1 ./lost
[ ! -e scree-runs ] || fail "a short run is kept"
# --- where a run is kept already, or cannot be
expect 2 --run-dir=source ./lost
says err "'source' holds a run already; go on with it by \`scree resume source\`"
expect 1 --run-dir=lost.c/x ./lost
says err "the run goes on, but what it finds from now on is not kept"
expect 2 --run-dir=x --bound=2 ./lost
says err "--run-dir: "
( # a full disk, in the middle
	trap '' XFSZ
	ulimit -f 100
	"$SCREE" check -q --run-dir=full --mode=everywhere -j1 ./scree-counter 2>&1 </dev/null
	echo "status $?"
) | cat >out
says out "status 0"
says out "is not kept for \`scree resume\`"

# --- what cannot be resumed
COMMAND=resume
expect 2
says err "which run?"
expect 2 missing
says err "cannot look at 'missing'"
mkdir empty
expect 2 empty
says err "'empty' is not the directory of a run"
cp -r everywhere broken
printf 'no database' >broken/run.db
expect 2 broken
says err "is not a file of scree"
cp everywhere/run.db broken/run.db
dd if=/dev/urandom of=broken/run.db bs=4096 seek=2 count=20 conv=notrunc 2>/dev/null
expect 2 broken
says err "is damaged"
# Each blob of its own, changed by one bit: never another verdict.
for what in "journal SET record = CAST(substr(record, 1, 8) || x'01' || substr(record, 10) AS BLOB) WHERE id = 3" \
	"part SET executions = executions + 1" "part SET orders = x''" \
	"run SET value = x'00' WHERE key = 'elapsed_ms'"; do
	command -v sqlite3 >/dev/null || break
	cp everywhere/run.db broken/run.db
	rm -f broken/run.db-*
	sqlite3 broken/run.db "UPDATE $what"
	expect 2 broken
	says err "is damaged"
done
if command -v sqlite3 >/dev/null; then
	cp everywhere/run.db broken/run.db
	sqlite3 broken/run.db "DELETE FROM part WHERE part > 0"
	expect 2 broken
	says err "is damaged (rows are missing)"
	cp everywhere/run.db broken/run.db
	sqlite3 broken/run.db "PRAGMA user_version=99"
	expect 2 broken
	says err "has format 99 and this scree knows format"
fi
cp lost.c other.c
compile other
expect 2 everywhere extra
says err "one directory at a time"
cp scree-counter kept
cp other scree-counter
expect 2 everywhere
says err "is another build than the one that the run was begun with"
cp kept scree-counter
(
	failures=0
	exec 9>everywhere/lock
	flock 9
	expect 2 everywhere
	says err "another scree is at work on 'everywhere'"
	exit "$failures"
) || fail "locked"
finish
