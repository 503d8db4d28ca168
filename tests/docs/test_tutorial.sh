#!/bin/bash
# SPDX-License-Identifier: MIT
# docs/tutorial.md: its files are written, its commands run, and what they print is what the page shows.
#
#   ```c FILE            a whole file
#   ```c FILE:NAME       takes the place of that function or variable
#   ```console           "$ command", then what it prints; a line "..." stands for any number of lines
set -u
: "${SCREE:?the scree to test}"
SCREE=$(realpath "$SCREE")
page=$(cd "$(dirname "$0")/../../docs" && pwd)/tutorial.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/reader" && cd "$work/reader" || exit 1
PATH=$(dirname "$SCREE"):$PATH
export NO_COLOR=1 LC_ALL=C.UTF-8
failures=0
commands=0

fail() {
	echo "FAIL: $*" >&2
	failures=$((failures + 1))
}

# Names that hold a hash of the place, and figures of the search, which may become better.
normal() {
	sed -E 's/-[0-9a-f]{8}\.scree/-HASH.scree/g; /^scree: [0-9]/s/[0-9][0-9,.]*/N/g' "$1"
}

# matches EXPECTED GOT: the lines of one in those of the other, in order, without gaps but at "...".
matches() {
	awk '
	NR == FNR { expected[++n] = $0; next }
	{ got[++m] = $0 }
	function run_fits(from, to, at,   i) {
		if (at + to - from > m)
			return 0
		for (i = from; i <= to; i++)
			if (expected[i] != got[at + i - from])
				return 0
		return 1
	}
	END {
		at = 1
		for (from = 1; from <= n + 1; from = to + 2) {
			for (to = from - 1; to < n && expected[to + 1] != "..."; to++)
				;
			if (to == n && from > 1 && m - (to - from) > at)
				at = m - (to - from) # the last lines of one are those of the other
			while (from > 1 && at <= m && !run_fits(from, to, at))
				at++
			if (!run_fits(from, to, at)) {
				print "not found, or not there: " expected[from]
				exit 1
			}
			at += to - from + 1
		}
		if (expected[n] != "..." && at != m + 1) {
			print "and more: " got[at]
			exit 1
		}
	}' "$1" "$2"
}

# run COMMAND EXPECTED: as a reader would.
run() {
	commands=$((commands + 1))
	timeout 120 bash -c "$1" >"$work/got" 2>&1 </dev/null
	normal "$work/got" >"$work/got.normal"
	normal "$2" >"$work/expected.normal"
	matches "$work/expected.normal" "$work/got.normal" >"$work/why" ||
		fail "$1: $(cat "$work/why"); it prints:
$(cat "$work/got")"
}

console() {
	local line command=
	: >"$work/expected"
	while IFS= read -r line; do
		if [ "${line#\$ }" = "$line" ]; then
			echo "$line" >>"$work/expected"
			continue
		fi
		[ -z "$command" ] || run "$command" "$work/expected"
		command=${line#\$ }
		: >"$work/expected"
	done <"$1"
	run "$command" "$work/expected"
}

# source_block FILE[:NAME] TEXT
source_block() {
	local file=${1%%:*} name=${1#*:}
	if [ "$name" = "$1" ]; then
		cp "$2" "$file"
		return
	fi
	awk -v name="$name" -v text="$2" '
	$0 ~ "^static [^=]*[ *]" name "[(; ]" {
		while ((getline line < text) > 0)
			print line
		inside = 1
		found++
	}
	!inside { print }
	/^}/ || /^static.*;/ { inside = 0 }
	END { exit found != 1 }' "$file" >"$work/new" || fail "there is no $name in $file, or more than one"
	cp "$work/new" "$file"
}

# --- the comparison can fail
printf '%s\n' a ... c d ... >"$work/e"
printf '%s\n' a b c d e | matches "$work/e" - >/dev/null || fail "lines that fit do not"
printf '%s\n' a b c e d | matches "$work/e" - >/dev/null && fail "a gap is not noticed"
printf '%s\n' b c d | matches "$work/e" - >/dev/null && fail "a missing first line is not noticed"
printf '%s\n' a ... d >"$work/e"
printf '%s\n' a d c d | matches "$work/e" - >/dev/null || fail "the last lines that fit do not"
printf '%s\n' a d c | matches "$work/e" - >/dev/null && fail "more at the end is not noticed"
printf '%s\n' a | matches "$work/e" - >/dev/null && fail "a missing end is not noticed"
: >"$work/e"
printf '%s\n' a | matches "$work/e" - >/dev/null && fail "output where none is shown is not noticed"

# --- the page
block=
while IFS= read -r line; do
	case $block/$line in
	/'```'*)
		block=${line#'```'}
		: >"$work/block"
		;;
	/*) ;;
	console/'```')
		console "$work/block"
		block=
		;;
	*/'```')
		source_block "${block#c }" "$work/block"
		block=
		;;
	*) echo "$line" >>"$work/block" ;;
	esac
done <"$page"
[ "$commands" -ge 10 ] || fail "only $commands commands were run"
[ "$failures" = 0 ] || { echo "$failures failures" >&2 && exit 1; }
echo "ok"
