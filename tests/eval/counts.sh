#!/bin/bash
# SPDX-License-Identifier: MIT
#
# usage: counts.sh [--update] SCREE FILE CORPUS_DIR...
#
# The gate on how much is run: exact numbers of executions of the fixed twins of a corpus, in single
# searches, which do not depend on time. FILE has a line for each program:
#
#   FAMILY/NAME all=N everywhere=N icb=N
#
# No program may need more executions than FILE has for it, in any kind of search: what another program saves
# does not make up for it. Each that does is printed, and the status is 1. A program that FILE does not have,
# or one that is gone, is a failure, too. A search that is not complete within 20,000 executions has
# `-`; one that has become so large has grown. Programs marked `// slow:` are left out.
#
# --update writes FILE anew. Do that when a program was added or changed, or when less is run than before;
# after a growth only if it is the price of soundness, and say so in the commit.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/program-lib.sh
. "$here/program-lib.sh" || exit 2

# Kinds of searches, and their options.
kinds="all everywhere icb"
options_of() {
	case $1 in
	all) echo "--pp=all" ;;
	everywhere) echo "--pp=everywhere" ;;
	icb) echo "--pp=everywhere --bound=2" ;;
	esac
}
most=20000

usage() {
	sed -n 's/^# usage/usage/p' "$0" >&2
	exit 2
}

update=false
[ "${1-}" != --update ] || {
	update=true
	shift
}
[ $# -ge 3 ] || usage
scree=$(realpath "$1") stored=$2
shift 2
[ -x "$scree" ] || usage
work=$(mktemp -d "${TMPDIR:-/tmp}/scree-counts-XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
broken=0

# count KIND SOURCE: executions of the compiled program, or `-`; nothing where scree fails.
count() {
	local options status=0
	words options "$(options_of "$1") -n $most $(header "$2" options)"
	(cd "$work" && exec timeout -k 5 120 "$scree" check -q --findings=none --run-dir=none \
		--summary="$work/summary" "${options[@]}" ./program) >"$work/said" 2>&1 </dev/null || status=$?
	[ $status = 0 ] || [ $status = 3 ] || return
	# A bounded search that came to its end has completed its bound.
	awk '
	/^  "executions": / { executions = $2 + 0 }
	/^  "complete": true/ { complete = 1 }
	/^  "bound": /, /}/ { if (/"completed": 2,/) complete = 1 }
	END { print complete ? executions : "-" }' "$work/summary"
}

# measure SOURCE: prints its line.
measure() {
	local driver=cc title kind got line flags
	is_cxx "$1" && driver=c++
	title=${1%/*}
	title=${title##*/}/$(basename "${1%.*}")
	words flags "$(header "$1" flags)"
	"$scree" $driver -g -O1 -pthread -DFIXED "$1" "${flags[@]}" -o "$work/program" >"$work/said" 2>&1 || {
		echo "FAIL $title: does not compile: $(head -n 1 "$work/said")" >&2
		return 1
	}
	line=$title
	for kind in $kinds; do
		got=$(count "$kind" "$1")
		[ -n "$got" ] || {
			echo "FAIL $title: scree check $(options_of "$kind"): $(tail -n 1 "$work/said")" >&2
			return 1
		}
		line+=" $kind=$got"
	done
	echo "$line"
}

while IFS= read -r source; do
	[ -z "$(header "$source" slow)" ] || continue
	measure "$source" >>"$work/counts" || broken=1
done < <(find "$@" \( -name '*.c' -o -name '*.cpp' \) | LC_ALL=C sort)
[ -s "$work/counts" ] || {
	echo "counts.sh: no programs in $*" >&2
	exit 2
}
[ $broken = 0 ] || exit 1

if $update; then
	{
		echo "# Executions of single searches of the fixed twins: tests/eval/counts.sh writes and explains it."
		LC_ALL=C sort "$work/counts"
	} >"$stored" || exit 2
	echo "$stored: $(wc -l <"$work/counts") programs"
	exit 0
fi
[ -r "$stored" ] || {
	echo "counts.sh: cannot read $stored" >&2
	exit 2
}

# Compares what is stored with what was measured. Where a number became `-`, it is at least $most.
awk -v most=$most -v again="tests/eval/counts.sh --update" '
function value(text) { return text == "-" ? most : text }
/^#/ { next }
FNR == NR {
	for (i = 2; i <= NF; i++) {
		split($i, pair, "=")
		old[$1, pair[1]] = pair[2]
	}
	stored[$1] = 1
	next
}
!($1 in stored) {
	print "FAIL " $1 ": new; to store it: " again
	failed = 1
	next
}
{
	delete stored[$1]
	for (i = 2; i <= NF; i++) {
		split($i, pair, "=")
		kind = pair[1]
		before = old[$1, kind]
		if (before == "") {
			print "FAIL " $1 ": no number for " kind "; to store it: " again
			failed = 1
			continue
		}
		was[kind] += value(before)
		is[kind] += value(pair[2])
		if (value(pair[2]) > value(before)) {
			print "FAIL " $1 ": " kind ": " pair[2] " executions, " before " before"
			failed = 1
		} else if (value(pair[2]) < value(before))
			less[kind] = less[kind] "\n     " $1 ": " before " -> " pair[2]
	}
}
END {
	for (title in stored) {
		print "FAIL " title ": stored, but not there; to forget it: " again
		failed = 1
	}
	for (kind in less)
		print kind ": " is[kind] " executions in all, " was[kind] " before; to store it: " again less[kind]
	exit failed
}' "$stored" "$work/counts"
