#!/bin/bash
# SPDX-License-Identifier: MIT
# What `scree report` tells of a dozen findings of all kinds, word for word: tests/golden/NAME.txt,
# NAME.json, NAME.sarif (without the rules, which are the same in all) and NAME.xml (JUnit).
# UPDATE=1 writes them anew; look at the difference before you commit it.
#
# Addresses of code and data change with every build of the runtime: each distinct one becomes @1,
# @2 … in order of appearance. What a compiler makes of a program differs from version to version:
# with another gcc than the one in tests/golden/compiler nothing is compared.
set -u
: "${SCREE:?the scree to test}"
SCREE=$(realpath "$SCREE")
here=$(cd "$(dirname "$0")" && pwd)
golden=$here/../golden
programs=$here/../programs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

compiler="gcc $(gcc -dumpversion 2>/dev/null || echo missing)"
if [ "${UPDATE:-}" = 1 ]; then
	echo "$compiler" >"$golden/compiler"
elif [ "$compiler" != "$(cat "$golden/compiler")" ]; then
	echo "skipped: the golden reports are of $(cat "$golden/compiler"), this is $compiler"
	exit 77
fi

normalise() {
	awk '{
		out = ""
		while (match($0, /0x[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]+/)) {
			a = substr($0, RSTART, RLENGTH)
			if (!(a in known))
				known[a] = ++n
			out = out substr($0, 1, RSTART - 1) "@" known[a]
			$0 = substr($0, RSTART + RLENGTH)
		}
		print out $0
	}' "$1" | sed -e 's/"build_id": "[0-9a-f]*"/"build_id": "…"/' -e 's/"scree": "[^"]*"/"scree": "…"/' \
		-e 's/"buildId": "[0-9a-f]*"/"buildId": "…"/' -e 's/^ \{10\}"version": "[^"]*"/          "version": "…"/' \
		-e '/^ \{12\}{"id": .*"defaultConfiguration"/d' -e "s|file://$PWD/|file:///sources/|" \
		-e 's/-[0-9a-f]\{8\}\.scree/-….scree/g'
}

failures=0
compare() {
	if [ "${UPDATE:-}" = 1 ]; then
		cp "$1" "$golden/$1"
	elif ! diff -u "$golden/$1" "$1"; then
		echo "FAIL: $1 differs; UPDATE=1 $0 writes it anew" >&2
		failures=$((failures + 1))
	fi
}

# golden NAME SOURCE [OPTIONS of scree check...]
golden() {
	local name=$1 source=$2 found
	shift 2
	cp "$source" "$name.c"
	"$SCREE" cc -g -O0 -pthread -o "$name" "$name.c" || exit 1
	"$SCREE" check -q --minimize=0 --pp=everywhere "$@" --findings="found-$name" "./$name" >check.out 2>&1 </dev/null
	found=$(echo "found-$name"/*.scree)
	[ -f "$found" ] || { echo "FAIL: $name: no finding: $(cat check.out)" >&2 && exit 1; }
	for format in text:txt json:json sarif:sarif junit:xml; do
		"$SCREE" report --format=${format%:*} "$found" >raw 2>err </dev/null ||
			{ echo "FAIL: $name: $(cat err)" >&2 && exit 1; }
		normalise raw >"$name.${format#*:}"
		compare "$name.${format#*:}"
	done
}

golden counter "$here/../../examples/counter.c"
golden uaf "$programs/heap/uaf_in_some_schedules.c"
golden list "$here/programs/list.c"
golden double_free "$programs/heap/free_race.c"
golden overflow "$programs/heap/overflow_after.c"
golden deadlock "$programs/deadlock/lock_order.c"
golden many_threads "$programs/deadlock/two_of_four.c"
golden lost_wakeup "$programs/liveness/lost_wakeup.c"
golden livelock "$programs/liveness/spins_on_each_other.c"
golden endless "$programs/liveness/counts_forever.c" --max-events=200
golden segfault "$programs/crash/null_field.c"
golden misuse "$programs/misuse/unlock_of_other.c"
golden abort "$programs/crash/abort_in_some_schedules.c"
golden exit_status "$programs/ending/exit_status.c" --exit-status
golden leak "$programs/ending/leak.c" --leaks
golden semaphore "$programs/sem/nobody_posts.c"
golden timeout "$programs/mutex/timedlock_always_expires.c"
golden hostile "$here/programs/hostile.c"

[ "$failures" = 0 ] || exit 1
echo ok
