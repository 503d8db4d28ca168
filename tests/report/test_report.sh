#!/bin/bash
# SPDX-License-Identifier: MIT
# `scree report`: the command line, and that recording changes nothing.
COMMAND=report
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/../cli/lib.sh"
programs=$here/../programs

# find NAME SOURCE OPTIONS...: builds it in a directory of sources, and finds its bug; $file is the
# finding file.
find_bug() {
	local name=$1 source=$2
	shift 2
	cp "$source" "$name.c"
	"$SCREE" cc -g -O0 -pthread -o "$name" "$name.c" || exit 1
	"$SCREE" check -q --minimize=0 --pp=everywhere "$@" --findings="found-$name" "./$name" >/dev/null 2>&1 </dev/null
	file=$(echo "found-$name"/*.scree)
	[ -f "$file" ] || { echo "$name: no finding" >&2 && exit 1; }
}

# --- the command line
expect 2
says err "which finding?"
expect 2 missing.scree
says err "cannot open 'missing.scree'"
find_bug counter "$here/../../examples/counter.c"
counter=$file
expect 2 "$counter" --format=pdf
says err "there is no 'pdf'; there are text, json"
expect 2 "$counter" ./counter more
says err "'more' is one word too many"
expect 0 --help
says out "usage: scree report"
"$SCREE" help | grep -q "^  report " || fail "scree help does not list it"

# --- text
expect 0 "$counter"
says out "assertion: assertion \`counter == 2' failed"
says out "T1 was preempted between counter.c:11 and counter.c:13, while T2 wrote counter"
says out "writes counter: 1 -> 1"
says out "steps that do not matter"
says out "replay: scree replay $counter"
[ ! -s err ] || fail "says: $(cat err)"
LC_ALL=C.UTF-8 awk 'length($0) > 100' out >wide
[ ! -s wide ] || fail "wider than 100 columns: $(cat wide)"
grep -q "^counter is" out && fail "shows what the program prints"
expect 0 --verbose "$counter"
grep -q "do not matter" out && fail "--verbose leaves steps out"
says out "joins T2"

# --- files
expect 0 "$counter" --format=json --output=story.json
[ ! -s out ] || fail "--output prints"
says story.json '"schema": "scree-report/1"'
says story.json "\"replay\": \"scree replay $counter\""
says story.json '"gdb": "scree replay '
says story.json '"text": "writes counter: 1 -> 1"'
says story.json '"kind": "race"'
expect 0 "$counter" --format=sarif --output=story.sarif
says story.sarif '"version": "2.1.0"'
says story.sarif '"ruleId": "assertion"'
expect 0 "$counter" --format=junit
says out '<failure type="assertion" message="'
expect 2 "$counter" --output=no/such/dir
says err "no/such/dir"

# --- sources that were moved
mkdir moved
mv counter.c moved/
expect 0 "$counter"
grep -q "int seen = counter" out && fail "shows a source that is gone"
expect 0 --source-root=moved "$counter"
says out "int seen = counter"
mv moved/counter.c .

# --- check and replay tell the same
"$SCREE" check --pp=everywhere ./counter >out 2>err </dev/null
says out "while T2 wrote counter"
"$SCREE" replay "$counter" >out 2>err </dev/null
says out "while T2 wrote counter"
says out "scree: reproduced"
"$SCREE" check -q --pp=everywhere ./counter >out 2>err </dev/null
grep -q "while T2 wrote counter" out && fail "-q tells a story"

# --- a build that is another one, and a finding that is gone
sed 's/counter = seen + 1/__atomic_fetch_add(\&counter, 1, 5), (void)seen/' counter.c >fixed.c
"$SCREE" cc -g -O0 -pthread -o fixed fixed.c || exit 1
expect 2 "$counter" ./fixed
says err "is not the build that"
expect 2 --force "$counter" ./fixed
says err "there is nothing to tell"

# --- the same steps as without recording, also where each execution has a process of its own
# same NAME SOURCE OPTIONS...
same() {
	local name=$1
	find_bug "$@"
	"$SCREE" run --schedule="$file" --trace=json "./$name" >trace 2>/dev/null </dev/null
	expect 0 --format=json "$file"
	tr -d '\n' <trace | sed 's/.*"trace": \[//' | grep -o '"thread": [0-9]*, "op": "[a-z-]*"' >plain
	sed -n '/"steps": \[/,/"switches": \[/p' out | grep -v '"failing"' |
		grep -o '"thread": [0-9]*, "op": "[a-z-]*"' >told
	[ -s plain ] || fail "$name: no trace"
	cmp -s plain told || fail "$name: recording changes the execution: $(diff plain told | head -5)"
}
same counter "$here/../../examples/counter.c"
same counter_fork "$here/../../examples/counter.c" --isolate=fork
same list "$here/programs/list.c"
same livelock "$programs/liveness/spins_on_each_other.c"
same lost_wakeup "$programs/liveness/lost_wakeup.c"
same queue "$programs/documents/quicksand_1.c"
same abort "$programs/crash/abort_in_some_schedules.c"
same cas "$programs/ending/exit_status.c" --exit-status

finish
