#!/bin/bash
# SPDX-License-Identifier: MIT
#
# usage: run-program.sh SCREE FILE COMPILERS OPTLEVELS
#
#   run-program.sh build/scree tests/programs/mutex/counter.c "gcc clang" "O0 O1 O2"
#   run-program.sh build/scree tests/programs/mutex/counter.c "gcc:O0,O2 clang:O1" ""
#
# Compiles a test program with each compiler at each level, runs it with memory restored in-process
# and with a process for each execution, and compares what comes of it with the header of the
# program (tests/program-lib.sh describes it). The two ways must agree in everything that does not
# depend on time, down to the schedule, and a finding must come again when its schedule is replayed.
# Then `scree check` as its "check:" lines say.
#
# Prints a line for each configuration that fails, with the command that repeats it. Exit status: 0
# all as expected, 1 something was not, 2 usage.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/program-lib.sh
. "$here/program-lib.sh" || exit 2
# shellcheck source=tests/program-check.sh
. "$here/program-check.sh" || exit 2

[ $# -eq 4 ] || {
	sed -n 's/^# usage/usage/p' "$0" >&2
	exit 2
}
scree=$(realpath "$1") file=$(realpath "$2") compilers=$3 levels=$4
name=$(basename "$(dirname "$file")")/$(basename "${file%.*}")
expect=$(header "$file" expect)
options=$(header "$file" options)
options=${options:---schedule=random:1 --executions=300}
[ -n "$expect" ] || {
	echo "run-program.sh: $file: no '// expect:' in its header" >&2
	exit 2
}

work=$(mktemp -d "${TMPDIR:-/tmp}/scree-program-XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
mkdir "$work/tmp"
export TMPDIR=$work/tmp
failures=0
build=() command=()
limit=${SCREE_TEST_TIMEOUT:-120}

# fail WHAT COMMAND...: one line, then how to see it again.
fail() {
	echo "FAIL $name ${configuration}: $1"
	shift
	echo "     repeat: ${build[*]} && $*" |
		sed "s|$work/recorded|/tmp/snapshot.schedule|g; s|$work|/tmp|g"
	failures=$((failures + 1))
}

# wanted COMPILER LEVEL: does the header leave this configuration out?
wanted() {
	local only
	only=$(header "$file" only | sed 's/ *(.*//')
	case " $only " in
	*gcc* | *clang*) case " $only " in *" $1 "*) ;; *) return 1 ;; esac ;;
	esac
	case " $only " in
	*" O"[0-3s]*) case " $only " in *" $2 "*) ;; *) return 1 ;; esac ;;
	esac
	return 0
}

# compile COMPILER LEVEL
compile() {
	local driver="SCREE_CC=$1 $scree cc"
	is_cxx "$file" && driver="SCREE_CXX=$(cxx_of "$1") $scree c++"
	words build "$driver -$2 $file $(compiler_flags "$file" "$1") -o $work/prog"
	configuration="$1 -$2"
	if ! env "${build[@]}" >"$work/compiler" 2>&1; then
		fail "does not compile" true
		sed 's/^/     /' "$work/compiler"
		return 1
	fi
}

# run WAY OPTIONS...: leaves WAY.json, WAY.schedule, WAY.output and the exit status in $status. With
# --json all that the program prints goes to stderr.
run() {
	local way=$1
	shift
	words command "$scree run $* --json --save-schedule=$work/$way.schedule $work/prog"
	rm -f "$work/$way".*
	# The program is at home in an empty directory.
	(cd "$work/tmp" && exec timeout -k 5 "$limit" "${command[@]}") \
		>"$work/$way.json" 2>"$work/$way.output" </dev/null
	status=$?
}

# field WAY KEY: the value of a key of the summary, unquoted.
field() {
	sed -n "s/^  \"$2\": \"\{0,1\}\(.*[^\",]\)\"\{0,1\},\{0,1\}\$/\1/p" "$work/$1.json"
}

# findings WAY SEVERITY: "kind line file message" for each; the summary has a line for each.
findings() {
	awk -v severity="\"$2\"" '
	# The value of the first key of that name; a string keeps its quotes.
	function value(key) {
		if (!match($0, "\"" key "\": (\"(\\\\.|[^\"\\\\])*\"|[^\",}]*)"))
			return "null"
		return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
	}
	function bare(text) {
		gsub(/^"|"$/, "", text)
		return text
	}
	/^ *[{]"kind": / && value("severity") == severity {
		print bare(value("kind")), value("line"), bare(value("file")), bare(value("message"))
	}' "$work/$1.json"
}

# error WAY: "line file message" of the error that ended the run.
error() {
	awk '
	/^  "error": [{]/ { inside = 1 }
	/^  "error": "/ { inside = 1 }
	inside && match($0, /"(message|error)": "(\\.|[^"\\])*"/) {
		message = substr($0, RSTART, RLENGTH)
		gsub(/^"[a-z]*": "|"$/, "", message)
	}
	inside && match($0, /"file": "[^"]*", "line": [0-9]*/) {
		split(substr($0, RSTART, RLENGTH), part, /"file": "|", "line": /)
		file = part[2]
		line = part[3]
	}
	inside && /^  ("error": "|[}])/ { exit }
	END { print line + 0, file == "" ? "null" : file, message }' "$work/$1.json"
}

# marked_lines: the numbers of the lines at which the finding or the error is to be.
marked_lines() {
	grep -nE '/\* (BUG|HERE) \*/$' "$file" | cut -d: -f1
}

# check_place LINE FILE: is it where the header says?
check_place() {
	local lines
	[ "$(header "$file" where)" != any ] || return 0
	lines=$(marked_lines)
	[ -n "$lines" ] || return 0
	case $2 in
	*"$(basename "$file")") ;;
	*) return 1 ;;
	esac
	grep -qx "$1" <<<"$lines"
}

# check_message TEXT
check_message() {
	local regex
	regex=$(header "$file" message)
	[ -z "$regex" ] || grep -qE -- "$regex" <<<"$1"
}

# What a run came to: ok, error, or the kind of its finding. Empty where it came to nothing.
outcome() {
	case $status:$(field "$1" verdict) in
	0:passed | 0:ok) echo ok ;;
	1:finding) findings "$1" error | head -n 1 | cut -d' ' -f1 ;;
	2:error) echo error ;;
	esac
}

# expected OUTCOME: is it one of those in the header?
expected() {
	local word
	for word in $expect; do
		case $word in
		finding | or) ;;
		*) [ "$word" != "$1" ] || return 0 ;;
		esac
	done
	return 1
}

# check_run WAY: compares one run with the header; says what is wrong, once.
check_run() {
	local got line path message warnings warning
	got=$(outcome "$1")
	if [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; then
		fail "no answer within $limit seconds" "${command[*]}"
		return
	fi
	if [ -z "$got" ]; then
		fail "exit status $status does not fit verdict '$(field "$1" verdict)'" "${command[*]}"
		return
	fi
	if ! expected "$got"; then
		message=$(findings "$1" error | head -n 1)
		[ "$got" != error ] || message=$(error "$1")
		fail "expected $expect, got $got${message:+ ($message)}" "${command[*]}"
		return
	fi
	case $got in
	ok)
		warnings=$(findings "$1" warning | cut -d' ' -f1 | sort -u)
		warning=$(header "$file" warning)
		[ "$warnings" = "$warning" ] ||
			fail "expected warning '$warning', got '$warnings'" "${command[*]}"
		return
		;;
	error) read -r line path message <<<"$(error "$1")" ;;
	*) read -r _ line path message <<<"$(findings "$1" error | head -n 1)" ;;
	esac
	check_place "$line" "$path" ||
		fail "$got at $path:$line, expected line $(marked_lines | paste -sd' ')" "${command[*]}"
	check_message "$message" ||
		fail "message '$message' does not match '$(header "$file" message)'" "${command[*]}"
}

# The part of a summary that may not depend on the way, nor on time.
essence() {
	grep -E '^  "(verdict|executions|events|choices|threads|exit_status)":' "$work/$1.json"
	error "$1"
	findings "$1" error
	findings "$1" warning
}

# check_same: do both ways tell the same?
check_same() {
	[ -z "$(header "$file" compare)" ] || return 0
	if [ "$(essence snapshot)" != "$(essence fork)" ]; then
		fail "fork isolation differs: $(diff <(essence snapshot) <(essence fork) |
			grep '^[<>]' | paste -sd' ')" "${command[*]}"
	elif ! diff -q <(grep -sv ^option "$work/snapshot.schedule") \
		<(grep -sv ^option "$work/fork.schedule") >/dev/null; then
		fail "fork isolation has another schedule" "${command[*]}"
	elif ! cmp -s "$work/snapshot.output" "$work/fork.output"; then
		fail "fork isolation shows other output of the program" "${command[*]}"
	fi
}

# check_replay: does the schedule of a finding show it again, in both ways?
check_replay() {
	local first way
	[ -z "$(header "$file" compare)" ] && [ -s "$work/snapshot.schedule" ] || return 0
	first=$(findings snapshot error | head -n 1)
	[ -n "$first" ] || return 0
	cp "$work/snapshot.schedule" "$work/recorded"
	local rest
	rest=$(sed 's/--schedule=[^ ]*//; s/--executions=[^ ]*//; s/--pp=[^ ]*//' <<<"$options")
	for way in snapshot fork; do
		run replay "--schedule=$work/recorded" "--isolate=$way" "$rest"
		[ "$(findings replay error | head -n 1)" = "$first" ] ||
			fail "its schedule, replayed ($way), gives $(outcome replay)" \
				"$first_command; ${command[*]}"
	done
}

check_leftovers() {
	local left
	left=$(ls -A "$work/tmp")
	[ -z "$left" ] || fail "leaves files behind: $left" "${command[*]}"
	rm -rf "$work/tmp" && mkdir "$work/tmp"
}

for spec in $compilers; do
	compiler=${spec%%:*}
	case $spec in
	*:*) own_levels=${spec#*:} ;;
	*) own_levels=$levels ;;
	esac
	for level in ${own_levels//,/ }; do
		wanted "$compiler" "$level" || continue
		compile "$compiler" "$level" || continue
		before=$failures
		for way in snapshot fork; do
			configuration="$compiler -$level $way"
			run $way "--isolate=$way" "$options"
			[ $way = fork ] || first_command=${command[*]}
			check_run $way
		done
		[ $failures -ne $before ] || check_same
		[ $failures -ne $before ] || check_replay
		configuration="$compiler -$level"
		check_lines
		check_leftovers
	done
done
[ $failures -eq 0 ]
