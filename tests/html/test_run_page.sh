#!/bin/bash
# SPDX-License-Identifier: MIT
# `scree report --format=html DIR`: the page of a run that is over, or was stopped or killed; the run itself is
# not touched by it. What the page looks like is tested by test_browser.sh.
COMMAND=report
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/../cli/lib.sh"

# data PAGE: the JSON in it, as one would find it with any tool.
data() {
	sed -n '/<script type="application\/json" id="data">/,/<\/script>/p' "$1" |
		sed -e 's/.*id="data">//' -e 's/<\/script>.*//'
}

"$SCREE" cc -O1 -g -DN=2 -DK=6 "$here/../counts/programs/counter.c" -o counter ||
	fail "cannot compile counter"

# --- over

"$SCREE" check --run-dir=over ./lock >check.txt 2>&1 || fail "lock is not verified: $(cat check.txt)"
expect 0 --format=html --output=over.html over
[ -s out ] && fail "something was printed"
data over.html >over.json
says over.json '"verdict": "verified"'
grep -q '"run_dir"' over.json && fail "a run that is over cannot be resumed"
says over.json '"state": "done"'
grep -A3 '"history": \[' over.json | grep -q '"executions": [1-9]' || fail "no history: $(grep -A3 history over.json)"

# --- stopped: everything as the check said it, and it can be resumed as if nobody had looked

"$SCREE" check --mode=everywhere -t 1500ms --run-dir=stopped ./counter >check.txt 2>&1
[ $? = 3 ] || fail "counter did not run out of time: $(cat check.txt)"
cp -r stopped before
expect 0 --format=html --output=stopped.html stopped
data stopped.html >stopped.json
says stopped.json '"verdict": "budget"'
says stopped.json '"run_dir": "stopped"'
cmp -s stopped/run.db before/run.db || fail "the report changed the run"
executions=$(sed -n 's/^scree: \([0-9,]*\) executions.*/\1/p' check.txt | tr -d ,)
says stopped.json "\"executions\": $executions,"
"$SCREE" resume -t 200ms stopped >resumed.txt 2>&1
[ $? = 3 ] || fail "cannot be resumed any more: $(cat resumed.txt)"
expect 0 --format=html --output=again.html stopped
data again.html >again.json
points() {
	sed -n '/"history": \[/,/\]/p' "$1" | grep -c elapsed_s
}
[ "$(points again.json)" -gt "$(points stopped.json)" ] || fail "the history does not go on"

# --- killed

# Between two events of progress, a second apart, it was kept.
"$SCREE" check --mode=everywhere --json=lines --run-dir=killed ./counter >events 2>&1 &
pid=$!
while kill -0 $pid 2>/dev/null && [ "$(grep -c '"event": *"progress"' events)" -lt 2 ]; do sleep 0.05; done
expect 2 --format=html killed
says err "another scree is at work on 'killed'"
kill -9 $pid
wait $pid 2>/dev/null
expect 0 --format=html --output=killed.html killed
data killed.html >killed.json
says killed.json '"verdict": "budget"'
says killed.json '"run_dir": "killed"'

# --- from somewhere else, to stdout

mkdir elsewhere
cd elsewhere || exit 1
expect 0 --format=html ../over
says out "</html>"
cd .. || exit 1

# --- what cannot be told

expect 2 over
says err "of a whole run there is --format=html only"
expect 2 --format=html over ./lock
says err "one word too many"
mkdir empty
expect 2 --format=html empty
expect 2 --format=html nowhere
cp lock kept
cp counter lock
expect 2 --format=html over
says err "is another build than the one that the run was begun with"
cp kept lock
expect 0 --format=html over
finish
