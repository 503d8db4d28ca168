#!/bin/bash
# SPDX-License-Identifier: MIT
# What a person sees of a search over many sets of preemption points: the account at its end, the
# board on a terminal, plain lines, JSON.
COMMAND=check
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

# stable FILE: without the lines that hold times, or depend on who was faster.
stable() {
	grep -v -e '^scree: ' -e '^jobs: ' "$1"
}

# is_json FILE: each line is an object; where there is nobody to ask, they at least look so.
is_json() {
	while IFS= read -r object; do
		if command -v python3 >/dev/null; then
			printf '%s\n' "$object" | python3 -m json.tool >/dev/null ||
				fail "no JSON: $object"
		else
			case $object in
			"{"*"}") ;;
			*) fail "no JSON: $object" ;;
			esac
		fi
	done <"$1"
}

# --- of two races a bug accuses the one at which its schedule preempts, whatever set found it
cat >two.c <<'END'
#include <assert.h>
#include <pthread.h>
static int seen, n;
static void *add(void *arg)
{
	seen = 1;
	n++;
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(n == 2 && seen);
	return 0;
}
END
compile two
for mode in deepen maximal "everywhere --races=limited"; do
	for options in --minimize=10s --minimize=0 "--isolate=fork --continue"; do
		# shellcheck disable=SC2086
		expect 1 -j1 --mode=$mode $options ./two
		says out "buggy: 2 races: threads were switched there"
		says out "  n: write at two.c:7 in add, read at two.c:7"
		says out "  n: write at two.c:7 in add, write at two.c:7"
		awk '/^[^ ]/ { on = /^buggy: / } on' out | grep -q "  seen: " &&
			fail "$mode $options: 'seen' is accused: $(cat out)"
	done
done

# --- the smaller schedule is the one that counts: this bug needs an order, and no preemption
cat >order.c <<'END'
#include <assert.h>
#include <pthread.h>
static int x;
static void *one(void *arg)
{
	x = 1;
	return arg;
}
static void *two(void *arg)
{
	x = 2;
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, one, 0);
	pthread_create(&b, 0, two, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x == 2);
	return 0;
}
END
compile order
expect 1 --mode=everywhere --races=limited -j1 --minimize=0 ./order
says out "with 1 preemption"
says out "buggy: 1 race: "
expect 1 --mode=everywhere --races=limited -j1 ./order
says out "minimized: 0 preemptions and 1 switch"
grep -q "^buggy: " out && fail "a bug without preemptions accuses a race: $(cat out)"

# --- verified: of what, and under which assumptions
expect 0 ./lock
stable out >got
cat >want <<'END'
verified: all 20 schedules of this test that differ were run
this means: threads were switched at all synchronization; no access races, so that a switch elsewhere changes nothing
it holds for this test with these inputs, under sequential consistency
END
diff want got >&2 || fail "another account of ./lock"
[ ! -s err ] || fail "says: $(cat err)"
cat >race.c <<'END'
#include "two_threads.h"
static int flag;
static void *set(void *arg)
{
	flag = 1;
	return arg;
}
TWO_THREADS(set, set, 1)
END
compile race
expect 0 ./race
stable out >got
cat >want <<'END'
verified: all 2 schedules of this test that differ were run
this means: threads were switched at all synchronization and at 1 racing access; no other access races, so that a switch elsewhere changes nothing
it holds for this test with these inputs, under sequential consistency
benign: 1 race: met by a completed job that switches there, and no schedule of it fails
  flag: write at race.c:5 in set, write at race.c:5 in set (data race)
END
diff want got >&2 || fail "another account of ./race"
expect 0 --mode=everywhere ./race
line out "this means: threads were switched at all synchronization and at every access that can be shared"
expect 0 --within=main ./race
says out "verified for preemption everywhere within main: "
line out "but: only within main; nothing is said of switches that these rules leave out"
expect 0 -q ./race
[ ! -s out ] || fail "-q prints: $(cat out)"

# --- a finding, and the races that may be its cause
expect 1 ./lost
says out "replay: scree replay scree-findings/lost-assertion-"
says out "#0  main at lost.c:18"
line out "finding: 1 so far; not everything was run"
says out ": threads were switched there when a bug was found, and that may be its cause"
says out "  n: write at lost.c:7 in add, "
grep -q "^try: " out && fail "advice for a finding"
expect 1 --continue ./lost
line out "finding: 1 in all; all 4 schedules of this test that differ were run"

# --- out of time: what was completed, what was not, what to try
expect 3 -t 1s ./large
line out "not verified: the time was over"
line out "completed: every schedule that differs for preemption at join (2 executions)"
grep -q "preemption at yield" out && fail "a set within a completed one: $(cat out)"
line out "untested: 1 race: not met yet by a completed job that switches at both accesses; a bug may be left there"
line out "  x: rmw at large.c:7 in add, rmw at large.c:7 in add (order-dependent)"
says out " not finished"
line out "try: switches in the code that you doubt only: scree check --within=add ./large"
line out "try: few preemptions, of which most bugs need no more: scree check --bound=2 ./large"
expect 3 -t 1s ./large 'two words'
says out "--bound=2 ./large 'two words'"
expect 3 --mode=sync-only ./race
line out "not verified: there are preemption points that --mode=sync-only leaves out"
line out "completed: every schedule that differs for preemption at all synchronization (2 executions)"
expect 3 --mode=deepen --max-depth=10 ./lock
says out "not verified: --max-depth=10 cut "
says out "limited: preemption at all synchronization ("

# --- plain lines
expect 3 -t 4s --interval=300ms ./large
says err "scree: race: x: rmw at large.c:7 in add, rmw at large.c:7 in add"
says err "scree: 0 errors, "
says err "races: 1 untested"
grep -Eq "^scree: job [0-9]+ done: 100%, 2 executions.*, at join$" err || fail "no job in: $(cat err)"
grep -Eq "^scree: job [0-9]+ .*, at large.c:7$" err || fail "no racing access in: $(cat err)"
expect 1 --interval=1h ./lost
says err "scree: data race: n: write at lost.c:7 in add, "
says err "scree: finding: assertion at lost.c:18, by job "
expect 3 -t 1s ./large
[ ! -s err ] || fail "lines that nobody asked for: $(cat err)"

# --- JSON
expect 2 --json=both ./race
says err "use object or lines"
expect 0 --json=lines ./race
is_json out
[ "$(grep -c '"event": "race"' out)" = 1 ] || fail "not one race: $(cat out)"
says out '"event": "job"'
says out '"event": "progress"'
tail -n 1 out >last
for member in '{"schema": 1' '"verdict": "verified"' '"mode": "deepen"' '"workers": ' '"jobs": [{"id": 0' \
	'"origin": "seed"' '"pps": {"text": "all synchronization, race.c:5"' '"classes": ["yield"' \
	'"points": [{"function": "set", "file": "race.c", "line": 5, "pc": "0x' '"suspensions": 0' \
	'"fate": "benign"' '"benign": 1' '"buggy": 0' '"untested": 0' '"recycled": 0'; do
	says last "$member"
done
grep -q '"event"' last && fail "the result is no event: $(cat last)"
expect 1 --json=lines ./lost
is_json out
says out '"event": "finding"'
expect 0 --json ./race
[ "$(head -n 1 out)" = "{" ] || fail "--json is no object of many lines: $(head -n 1 out)"
tr -d '\n' <out >joined && echo >>joined
is_json joined
expect 3 -t 1s --summary=sum.json ./large
tr -d '\n' <sum.json >joined && echo >>joined
is_json joined
for member in '"state": "' '"estimate": {"executions": ' '"untested": 1' '"budget_s": 1.000'; do
	says sum.json "$member"
done
expect 2 --json=lines ./missing
is_json out

# --- a terminal: tests/cli/terminal.awk says what must hold of every frame
# terminal COLUMNS ROWS ARGS...: what `scree check ARGS` writes to such a terminal, as raw and as shown
terminal() {
	local columns=$1 rows=$2
	shift 2
	NO_COLOR=1 script -qec "stty cols $columns rows $rows; exec $(printf '%q ' "$@")" /dev/null \
		>raw </dev/null
	awk -v columns="$columns" -v rows="$rows" -f "$here/terminal.awk" raw >shown ||
		fail "terminal of $columns columns: $(grep -m 3 '^bad: ' shown)"
}
export TERM=xterm
if ! command -v script >/dev/null; then
	echo "no script: the board on a terminal is not tested" >&2
	finish
	exit
fi
for size in "80 24" "120 40" "50 6"; do
	# shellcheck disable=SC2086 # columns and rows
	terminal $size "$SCREE" check -t 2s ./large
	says shown "race: x: rmw at large.c:7"
	line shown "not verified: the time was over"
	grep -q "errors, .* executions (" shown && fail "the board is still there: $(cat shown)"
	grep -q "^frames [1-9]" shown || fail "no board: $(cat shown)"
done
terminal 80 24 timeout --foreground -s INT 2 "$SCREE" check ./large
line shown "not verified: interrupted"
grep -q "^frames [1-9]" shown || fail "no board: $(cat shown)"
grep -q "^ job  state" shown && fail "Ctrl-C leaves the board: $(cat shown)"
for how in "-q TERM=xterm" "-t1s TERM=dumb"; do
	terminal 80 24 env "${how#* }" "$SCREE" check -t 1s "${how% *}" ./large
	line shown "frames 0"
done

finish
