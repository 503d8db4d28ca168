#!/bin/bash
# SPDX-License-Identifier: MIT
#
# usage: corpus.sh [--measure] SCREE FILE [COMPILER]
#
#   corpus.sh build/scree tests/programs/corpus/students/mutex_ticket.c
#   corpus.sh --measure build/scree tests/programs/corpus/students/mutex_ticket.c
#
# Compiles both twins of a program of the corpus and checks every promise of its header
# (tests/corpus-lib.sh describes it): the buggy twin shows its bug, at its place, in all modes of which
# the header does not say that they miss it; the fixed twin verifies in the modes that can, and no mode
# finds anything in it; numbers of schedules and of preemptions are exact. A promise that something is
# missed or weak has to be true, too.
#
# With --measure nothing is compared: prints what the modes make of both twins, and header lines that
# would be true. SCREE_CORPUS_TIME is the limit of a search (default 30s), SCREE_CORPUS_WEAK that of one
# that is promised to be weak (default 2s).
#
# Prints a line for each promise that is broken, with the command that repeats it. Exit status: 0 all as
# promised, 1 something was not, 2 usage.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/program-lib.sh
. "$here/program-lib.sh" || exit 2
# shellcheck source=tests/corpus-lib.sh
. "$here/corpus-lib.sh" || exit 2

measure=false
[ "${1-}" != --measure ] || {
	measure=true
	shift
}
[ $# -eq 2 ] || [ $# -eq 3 ] || {
	sed -n 's/^# usage/usage/p' "$0" >&2
	exit 2
}
scree=$(realpath "$1") file=$(realpath "$2") compiler=${3:-gcc}
[ -r "$file" ] || {
	echo "corpus.sh: cannot read $2" >&2
	exit 2
}
folder=${file%/*}
name=${folder##*/}/$(basename "${file%.*}")
bug=$(header "$file" bug)
options=$(header "$file" options)
places=$(corpus_places "$file" | paste -sd' ')
limit=${SCREE_CORPUS_TIME:-30s} weak_limit=${SCREE_CORPUS_WEAK:-2s}
work=$(mktemp -d "${TMPDIR:-/tmp}/scree-corpus-XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
failures=0
declare -A built summary
command=()

# fail TWIN WHAT: one line, then how to see it again.
fail() {
	echo "FAIL $name $1: $2"
	[ ${#command[@]} -eq 0 ] ||
		echo "     repeat: ${built[$1]} && ${command[*]}" | sed "s|$work|/tmp|g"
	failures=$((failures + 1))
}

# compile TWIN
compile() {
	local driver="env SCREE_CC=$compiler $scree cc" flags=
	is_cxx "$file" && driver="env SCREE_CXX=$(cxx_of "$compiler") $scree c++"
	[ "$1" = buggy ] || flags=-DFIXED
	words command "$driver -g -O1 $flags $file $(compiler_flags "$file" "$compiler") -o $work/$1"
	built[$1]=${command[*]}
	"${command[@]}" >"$work/compiler" 2>&1 || {
		command=()
		fail "$1" "does not compile"
		sed 's/^/     /' "$work/compiler"
		return 1
	}
}

# warns_nowhere: clang does not complain of it, where there is one.
warns_nowhere() {
	local driver=clang define
	[ "$compiler" != clang ] && command -v clang >/dev/null || return 0
	is_cxx "$file" && driver=clang++
	for define in -UFIXED -DFIXED; do
		words command "$driver -fsyntax-only $define -I$here/../include $file \
			$(compiler_flags "$file" clang)"
		"${command[@]}" >"$work/compiler" 2>&1 && continue
		command=()
		fail "clang $define" "does not compile"
		sed 's/^/     /' "$work/compiler"
	done
}

# run TWIN MODE [TIME]: leaves the exit status in $status, numbers and words of the summary in
# $summary, and its first finding that is no warning in $finding, up to its stack.
run() {
	local line
	words command "$scree check -q -j 1 -t ${3:-$limit} --run-dir=none --findings=none \
		--summary=$work/summary $(corpus_mode "$2") $options $work/$1"
	: >"$work/summary"
	(cd "$work" && exec "${command[@]}") >"$work/output" 2>&1 </dev/null
	status=$?
	summary=() finding=
	while IFS= read -r line; do
		if [[ $line =~ ^'  "'([a-z_]+)'": '\"?([a-z0-9.]*) ]]; then
			summary[${BASH_REMATCH[1]}]=${BASH_REMATCH[2]}
		elif [[ -z $finding && $line =~ ^' '*'{"kind": "'.*'", "severity": "error"' ]]; then
			finding=${line%%'"stack": '*}
		fi
	done <"$work/summary"
}

# value KEY: of the summary, a number or a word.
value() {
	echo "${summary[$1]-}"
}

# of_finding KEY
of_finding() {
	[[ ! $finding =~ .*[{\ ]\"$1\":\ \"?([^\",]*) ]] || echo "${BASH_REMATCH[1]}"
}

# outcome: what the run came to in a word: verified, budget, a kind of finding, or what went wrong.
outcome() {
	case $status:${summary[verdict]-} in
	0:verified) echo verified ;;
	3:budget) echo budget ;;
	1:finding) of_finding kind ;;
	*) echo "status $status ($(tail -n 1 "$work/output"))" ;;
	esac
}

# place: of the finding, "name:line".
place() {
	local path
	path=$(of_finding file)
	echo "${path##*/}:$(of_finding line)"
}

# is_bug KIND: is it the one that the header promises?
is_bug() {
	[[ " $bug " == *" $1 "* ]]
}

# finds MODE: the buggy twin shows its bug in this mode, at its place.
finds() {
	local got at
	run buggy "$1"
	got=$(outcome)
	at=$(place)
	if ! is_bug "$got"; then
		fail buggy "$1: expected $bug, got $got"
	elif [[ " $places " != *" $at "* ]]; then
		fail buggy "$1: $got at $at, expected $places"
	fi
}

# misses MODE: it does not, as is promised.
misses() {
	local got
	run buggy "$1"
	got=$(outcome)
	case $got in
	verified | budget) ;;
	*) fail buggy "$1 is said to miss the bug, got $got" ;;
	esac
}

# verifies MODE: the fixed twin is verified, unless this is said not to be possible.
verifies() {
	local got
	if corpus_has_mode "$file" weak "$1"; then
		run fixed "$1" "$weak_limit"
		got=$(outcome)
		[ "$got" = budget ] || fail fixed "$1 is said to be weak, got $got"
	else
		run fixed "$1"
		got=$(outcome)
		[ "$got" = verified ] || fail fixed "$1: expected verified, got $got"
	fi
}

# finds_nothing MODE: in the fixed twin.
finds_nothing() {
	local got
	run fixed "$1"
	got=$(outcome)
	case $got in
	verified | budget) ;;
	*) fail fixed "$1: expected nothing, got $got" ;;
	esac
}

# counts SET N: one complete search of the fixed twin has so many schedules.
counts() {
	run fixed "pp-$1"
	if [ "$(value complete)" != true ]; then
		fail fixed "--pp=$1: expected $2 schedules, not all were run ($(outcome))"
	elif [ "$(value executions)" != "$2" ]; then
		fail fixed "--pp=$1: expected $2 schedules, got $(value executions)"
	fi
}

# needs N: so many preemptions show the bug, and fewer do not.
needs() {
	run buggy icb
	is_bug "$(outcome)" || fail buggy "icb: expected $bug, got $(outcome)"
	[ "$(of_finding preemptions)" = "$1" ] ||
		fail buggy "expected $1 preemptions, got $(of_finding preemptions)"
}

check_all() {
	local mode word
	for mode in deepen maximal sync-only $(corpus_listed "$file" misses | grep -xE 'single|everywhere'); do
		if corpus_has_mode "$file" misses "$mode"; then
			misses "$mode"
		else
			finds "$mode"
		fi
	done
	word=$(header "$file" preemptions)
	[ -z "$word" ] || needs "$word"
	for mode in deepen maximal $(corpus_listed "$file" weak | grep -xE 'single|everywhere'); do
		verifies "$mode"
	done
	finds_nothing sync-only
	for word in $(header "$file" schedules); do
		counts "${word%%=*}" "${word#*=}"
	done
}

# show TWIN MODE: one line of --measure.
show() {
	run "$1" "$2" "$limit"
	printf '%-6s %-13s %-12s %9s executions %7s s' "$1" "$2" "$(outcome)" "$(value executions)" \
		"$(value elapsed_s)"
	[ "$status" -ne 1 ] || printf '  at %s, %s preemptions' "$(place)" "$(of_finding preemptions)"
	printf '\n'
}

measure_all() {
	local mode preemptions='' schedules='' missing=''
	for mode in $corpus_modes icb; do
		show buggy "$mode"
		case $mode:$status in
		icb:1) preemptions=$(of_finding preemptions) ;;
		*:0 | *:3) missing+=" $mode" ;;
		esac
	done
	for mode in $corpus_modes pp-all pp-everywhere; do
		show fixed "$mode"
		case $mode:$(value complete) in
		pp-*:true) schedules+=" ${mode#pp-}=$(value executions)" ;;
		esac
	done
	[ -z "$preemptions" ] || echo "// preemptions: $preemptions"
	[ -z "$schedules" ] || echo "// schedules:$schedules"
	[ -z "$missing" ] || echo "// misses:$missing (reason)"
}

wrong=$(corpus_bad_header "$file")
[ -n "$places" ] || wrong+="${wrong:+, }no line ends in /* BUG */"
[ -z "$wrong" ] || $measure || fail buggy "${wrong//$'\n'/, }"
compile buggy && compile fixed || exit 1
$measure || warns_nowhere
if $measure; then
	measure_all
else
	check_all
fi
[ $failures -eq 0 ]
