#!/bin/bash
# SPDX-License-Identifier: MIT
# The executions of no program of the corpus grow (counts.sh), and the gate can fail.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work
failed=0

# gate STATUS PATTERN STORED: the gate over the small corpus ends like that and says something like that.
gate() {
	local status=0
	"$here/counts.sh" "$SCREE" "$3" "$here/corpus" >"$work/said" 2>&1 || status=$?
	if [ $status != "$1" ] || ! grep -qE -- "$2" <(cat "$work/said" && echo); then
		echo "FAIL: gate: status $status, not $1 with '$2':"
		sed 's/^/     /' "$work/said"
		failed=1
	fi
}

"$here/counts.sh" --update "$SCREE" "$work/stored" "$here/corpus" >/dev/null || failed=1
gate 0 '^$' "$work/stored"
grep -q '^mutex/order all=2 everywhere=2 icb=' "$work/stored" || {
	echo "FAIL: counts of mutex/order: $(cat "$work/stored")"
	failed=1
}
sed 's/everywhere=2/everywhere=1/' "$work/stored" >"$work/less"
gate 1 '^FAIL mutex/order: everywhere: 2 executions, 1 before$' "$work/less"
gate 1 '^FAIL racy/increment: everywhere: 2 executions, 1 before$' "$work/less"
# One that has grown is a failure also where another saves more.
sed '/racy/s/all=2/all=9/; /mutex/s/all=2/all=1/' "$work/stored" >"$work/moved"
gate 1 '^FAIL mutex/order: all: 2 executions, 1 before$' "$work/moved"
gate 1 '^     racy/increment: 9 -> 2$' "$work/moved"
sed 's/all=[0-9]*/all=-/' "$work/stored" >"$work/endless"
gate 0 '^all: 4 executions in all, 40000 before' "$work/endless"
sed '/racy/d' "$work/stored" >"$work/unknown"
gate 1 '^FAIL racy/increment: new' "$work/unknown"
echo "racy/gone all=1 everywhere=1 icb=1" | cat "$work/stored" - >"$work/gone"
gate 1 '^FAIL racy/gone: stored, but not there' "$work/gone"
gate 2 'cannot read' "$work/nothing"

# Nothing to compare where all programs are slow ones, and nothing is stored.
corpus=$here/../programs/corpus
if [ -e "$here/../corpus.counts" ] ||
	grep -rL --include='*.c' --include='*.cpp' '^// slow:' "$corpus" | grep -q .; then
	"$here/counts.sh" "$SCREE" "$here/../corpus.counts" "$corpus" || failed=1
fi
exit $failed
