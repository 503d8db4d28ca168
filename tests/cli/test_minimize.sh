#!/bin/bash
# SPDX-License-Identifier: MIT
# `scree minimize` and `scree check --minimize`: smaller schedules, what is said of them, and that
# nothing is lost where they cannot be had. tests/minimise/ has the programs.
COMMAND=minimize
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

lot="--pp=everywhere --strategy=random:3 -n 1000"
# shellcheck disable=SC2086 # options are words
"$SCREE" check -q $lot --minimize=0 --findings=found ./lost >plain
file=$(echo found/lost-assertion-*.scree)
[ -f "$file" ] || { echo "no finding to minimize" >&2 && exit 1; }
grep -q minimized plain "$file" && fail "--minimize=0 minimizes"
cp "$file" original

# --- the command line
expect 2
says err "which finding? \`scree minimize FILE\`"
expect 2 "$file" ./lost 3
says err "'3' is one word too many"
expect 2 missing.scree
says err "cannot open 'missing.scree'"
expect 2 --time=0 "$file"
says err "--time: give a time above 0"
expect 0 --help
says out "usage: scree minimize"
"$SCREE" help minimize | grep -q "nearest schedule that passes" || fail "scree help minimize"

# --- smaller, in place and elsewhere; the same result each time
expect 0 -o smaller "$file"
cmp -s "$file" original || fail "-o changes the file"
says out "minimized: 1 preemption and "
says out "; it is necessary; no schedule has fewer"
says out "replay: scree replay smaller"
grep -qE '^minimized [2-9]/[0-9]+ 1/[0-9]+ complete$' smaller || fail "no line in: $(cat smaller)"
grep -qE '^necessary [0-9]+$' smaller || fail "nothing is necessary: $(cat smaller)"
expect 0 "$file"
cmp -s "$file" smaller || fail "another result in place: $(diff "$file" smaller)"
expect 0 "$file"
cmp -s "$file" smaller || fail "a second time: $(diff "$file" smaller)"
for _ in 1 2 3; do
	"$SCREE" replay "$file" >out 2>err </dev/null
	line out "scree: reproduced: assertion at lost.c:18 main"
done
expect 0 --json "$file"
says out '"command": "minimize"'
says out '"verdict": "minimized"'
grep -qE '"minimized": \{"from": \{"preemptions": [2-9], "switches": [0-9]+\}, "to": \{"preemptions": 1, "switches": [0-9]+\}, "complete": true, "timed_out": false, "necessary": 1, "passing": true\}' \
	out || fail "JSON: $(cat out)"
expect 0 --summary=sum -q "$file"
says sum '"verdict": "minimized"'

# --- the preemption that is called necessary is where the nearest passing schedule may part at the latest
sed -n '/^passing$/,/^end/p' "$file" | sed '1s/.*/choices/' >choices
{ sed '/^finding /d; /^message /d; /^at /d; /^thread /d; /^minimized /d; /^necessary /d; /^passing$/,$d' "$file" &&
	cat choices; } >passing
"$SCREE" replay passing ./lost >out 2>err </dev/null || fail "the passing schedule: $(cat out err)"
line out "scree: the file records no finding, and none happened"

# --- what cannot be minimized stays as it is
cp original kept
expect 2 --force kept ./lock
says err "kept is as before: its schedule does not show its finding"
cmp -s kept original || fail "a file that does not replay was changed"
sed 's/^at .*/at lost.c:99 main/' original >other
cp other other2
expect 2 other
says err "other is as before: its schedule does not show its finding"
cmp -s other other2 || fail "another finding was written"
sed '/^finding /d; /^message /d; /^at /d; /^thread /d' original >nothing
expect 2 nothing
says err "nothing records no finding"
sed 's/^build-id .*/build-id 00ff/' original >build
expect 2 build
says err "is not the build that build was recorded with"
mkdir shut
expect 2 -o shut "$file"
says err "shut"

# --- check does it by itself, with one search and with jobs, in either isolation
COMMAND=check
# shellcheck disable=SC2086 # options are words
expect 1 $lot --findings=one ./lost
says out "minimized: 1 preemption and "
cmp -s one/* smaller || fail "check has another result: $(diff one/* smaller)"
# shellcheck disable=SC2086 # options are words
expect 1 $lot --isolate=fork --findings=fork ./lost
diff <(grep -v ^option fork/*) smaller >differs || fail "fork isolation has another result: $(cat differs)"
expect 1 --findings=jobs --summary=sum ./lost
says out "; no schedule has fewer"
grep -qE '^minimized [0-9]+/[0-9]+ 1/[0-9]+ complete$' jobs/* || fail "jobs: $(cat jobs/*)"
says sum '"minimized": {"from": '
"$SCREE" replay jobs/* >out 2>err </dev/null
says out "scree: reproduced: "
expect 1 -q --findings=none ./lost
says out "minimized: "
expect 2 --minimize=soon ./lost
says err "--minimize"
expect 0 --pp=everywhere --summary=sum ./lock
grep -q minimized sum && fail "a verified program has something to minimize"

# --- more to try than there is time for: a signal, like Ctrl-C, ends it, and the finding stays
cat >long.c <<'END'
#include "two_threads.h"
#include <stdatomic.h>
static atomic_int n;
static void *add(void *arg)
{
	for (int i = 0; i < 20000; i++)
		atomic_fetch_add(&n, 1);
	return arg;
}
TWO_THREADS(add, add, n < 40000)
END
compile long
mkfifo events
"$SCREE" check --json=lines --mode=single --pp=atomic --minimize=1h --findings=cut ./long >events 2>err </dev/null &
pid=$!
status=none
while read -r text; do
	case $text in
	*'"event": "finding"'*) kill -TERM "$pid" ;;
	*'"verdict": '*) echo "$text" >out ;;
	esac
done <events
wait "$pid"
status=$?
[ "$status" = 1 ] || fail "Ctrl-C: status $status: $(cat err)"
says out '"verdict": "finding"'
[ -f "$(echo cut/*)" ] || fail "Ctrl-C: the finding is not saved"
"$SCREE" replay cut/* >out 2>err </dev/null
says out "scree: reproduced: "

# --- the time is over: what was reached stays, and is said to be no more than that
expect 1 --pp=atomic --strategy=random:1 -n 1 --minimize=500ms --summary=sum --findings=over ./long
grep -q '"timed_out": true' sum || grep -q "not minimized: there was not even time" out ||
	fail "half a second is enough: $(cat out)"
"$SCREE" replay over/* >out 2>err </dev/null
says out "scree: reproduced: "
finish
