#!/bin/bash
# SPDX-License-Identifier: MIT
# `scree replay`: the same finding every time, and exact words where that cannot be.
COMMAND=replay
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

"$SCREE" check -q --pp=everywhere --minimize=0 --findings=found ./lost >/dev/null
file=$(echo found/lost-assertion-*.scree)
[ -f "$file" ] || { echo "no finding to replay" >&2 && exit 1; }

# --- the command line
expect 2
says err "which finding?"
expect 2 "$file" ./lost 3
says err "'3' is one word too many"
expect 2 missing.scree
says err "cannot open 'missing.scree'"
expect 0 --help
says out "usage: scree replay"

# --- reproduced, every time
for _ in 1 2 3; do
	expect 1 "$file"
	says out "assertion: assertion \`n == want' failed"
	line out "scree: reproduced: assertion at lost.c:18 main"
	[ ! -s err ] || fail "says: $(cat err)"
done
expect 1 --trace "$file"
says out "thread and operation"
expect 1 "$file" --trace=json ./lost
says out '"verdict": "reproduced"'
says out '"trace": ['
expect 1 --json "$file"
says out '"command": "replay"'
mkdir elsewhere
cp lost elsewhere/lost
(cd elsewhere && "$SCREE" replay "../$file" ./lost >../out 2>../err) && fail "elsewhere: status 0"
says out "scree: reproduced: assertion at "
"$SCREE" run --schedule="$file" ./lost >out 2>err </dev/null
[ $? = 1 ] || fail "scree run --schedule=FILE: $(cat out err)"

# --- options and arguments come along
"$SCREE" check -q --findings=args --isolate=fork --stack=64 ./lost 1 >/dev/null
line "$(echo args/*)" "option stack=64"
line "$(echo args/*)" "arg 1"
expect 1 "$(echo args/*)"
says out "scree: reproduced: assertion at lost.c:18 main"

# --- a source file is compiled again, into the same build
"$SCREE" check -q --findings=source lost.c >/dev/null
expect 1 "$(echo source/*)"
says out "scree: reproduced: "

# --- stopped at a step; the same on OS threads
"$SCREE" replay --trace "$file" >trace 2>/dev/null </dev/null
for carrier in fibers threads; do
	expect 0 --until=9 --carrier=$carrier "$file"
	line out "scree: stopped before step 9"
	says out "> $(awk '$1 == 9 { print $2 == ">" ? $3 : $2 }' trace), ready: $(awk '$1 == 9 {
		print $2 == ">" ? $4 : $3 }' trace)"
	grep -qE "^  T0, blocked: join T[12]$" out || fail "T0 does not wait: $(cat out)"
	says out "    #0  main at lost.c:16:2"
	grep -q "assertion" out && fail "went too far: $(cat out)"
	mv out "until.$carrier"
done
cmp until.fibers until.threads || fail "OS threads stop elsewhere: $(diff until.fibers until.threads)"
expect 0 --until=1 "$file"
line out "> T0, ready: create"
expect 0 --until=9 --json "$file"
says out '"verdict": "stopped"'
says out '"stopped": {'
says out '"status": "blocked", "next": "join T'
expect 1 --until=1000 "$file"
line out "scree: reproduced: assertion at lost.c:18 main; it ended before step 1,000"
expect 1 --trace --carrier=threads "$file"
sed '/^$/q' out >threads
sed '/^$/q' trace >fibers
cmp fibers threads || fail "another trace on OS threads: $(diff fibers threads)"

# --- another build
sed 's/n == want/n == want \&\& want/' lost.c >lost2.c
compile lost2
expect 2 "$file" ./lost2
says err "is not the build that $file was recorded with"
says err "--force"
expect 2 --force "$file" ./lost2
says err "not reproduced: assertion at lost.c:18 main did not happen; instead came assertion at lost2.c:18"
expect 2 --force "$file" ./lock
grep -qE "diverged: |not reproduced: " err || fail "another program: $(cat err)"

# --- what a file says is not believed
sed 's/^at .*/at lost.c:99 main/' "$file" >other-place
expect 2 other-place
says err "not reproduced: assertion at lost.c:99 main did not happen; instead came assertion at lost.c:18"
sed 's/^finding .*/finding deadlock/' "$file" >other-kind
expect 2 other-kind
says err "not reproduced: deadlock at lost.c:18"
sed 's/^arg .*//; s/^choices/arg 2\n&/; s/^t0.*/t0\/2@0/; s/^end .*/end 1/' "$file" >no-bug
expect 2 no-bug
says err "the program came to its end without a finding"
sed 's/^t0.*/t9\/2@0/; s/^end .*/end 1/' "$file" >diverges
expect 2 diverges
says err "diverged: the program went another way than recorded: choice 1 of 1 was to run T9, one of 2"
expect 2 --json diverges
says out '"verdict": "diverged"'

# --- without a finding: an execution like any other
grep -vE '^(finding|message|at|thread) ' "$file" >plain
expect 1 plain
says out "the file records no finding; one happened"
"$SCREE" run -q --save-schedule=good ./lock
expect 0 good
says out "the file records no finding, and none happened"

# --- damaged files
head -c "$(($(wc -c <"$file") - 4))" "$file" >cut-off
expect 2 cut-off
says err "cut-off: line "
sed '1s/[0-9]*$/99/' "$file" >future
expect 2 future
says err "future: line 1: format version 99; this scree reads versions 1 to 4"
sed 's/^finding .*/finding boredom/' "$file" >boredom
expect 2 boredom
says err "'boredom' is no kind of finding that this version knows"
sed '/^program/d' "$file" >nameless
expect 2 nameless
says err "does not name its program; \`scree replay nameless PROG\`"
expect 1 nameless ./lost
: >empty
expect 2 empty
says err "empty: line 1: the file is empty"
expect 2 ./lost
says err "this is not a text file"

finish
