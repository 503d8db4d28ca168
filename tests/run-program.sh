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
folder=${file%/*}
name=${folder##*/}/$(basename "${file%.*}")
expect=$(header "$file" expect)
options=$(header "$file" options)
options=${options:---schedule=random:1 --executions=300}
where=$(header "$file" where)
warning=$(header "$file" warning)
compare=$(header "$file" compare)
message_regex=$(header "$file" message)
# Lines at which the finding or the error is to be.
marked=$(grep -nE '/\* (BUG|HERE) \*/$' "$file" | cut -d: -f1 | paste -sd' ')
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
declare -A errors warnings essence
limit=${SCREE_TEST_TIMEOUT:-120}

# fail WHAT COMMAND...: one line, then how to see it again.
fail() {
	echo "FAIL $name ${configuration}: $1"
	shift
	echo "     repeat: ${build[*]} && $*" | sed "s|$work|/tmp|g"
	failures=$((failures + 1))
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

# run WAY COMMAND...: leaves WAY.json and WAY.output, the exit status in $status, and what the summary
# says in $verdict, $failure, $first (the first finding), ${errors[WAY]}, ${warnings[WAY]} and
# ${essence[WAY]}. With --json all that the program prints goes to stderr.
run() {
	local way=$1
	shift
	words command "$@"
	# The program is at home in an empty directory.
	(cd "$work/tmp" && exec timeout -k 5 "$limit" "${command[@]}") \
		>"$work/$way.json" 2>"$work/$way.output" </dev/null
	status=$?
	read_summary "$way"
}

# read_summary WAY
read_summary() {
	local tag rest
	verdict='' failure='' errors[$1]='' warnings[$1]='' essence[$1]=''
	while IFS=' ' read -r tag rest; do
		case $tag in
		verdict) verdict=$rest ;;
		failure) failure=$rest ;;
		error) errors[$1]+=$rest$'\n' ;;
		warning) warnings[$1]+=$rest$'\n' ;;
		esac
		[ "$tag" = verdict ] || essence[$1]+="$tag $rest"$'\n'
	done < <(awk -f "$here/program-summary.awk" "$work/$1.json")
	first=${errors[$1]%%$'\n'*}
}

# run_once WAY OPTIONS...: `scree run`, which also leaves WAY.schedule.
run_once() {
	local way=$1
	shift
	rm -f "$work/$way.schedule"
	run "$way" "$scree run $* --json --save-schedule=$work/$way.schedule $work/prog"
}

# check_place LINE FILE: is it where the header says?
check_place() {
	[ "$where" != any ] && [ -n "$marked" ] || return 0
	case $2 in
	*"${file##*/}") ;;
	*) return 1 ;;
	esac
	[[ " $marked " == *" $1 "* ]]
}

# check_message TEXT
check_message() {
	[ -z "$message_regex" ] || grep -qE -- "$message_regex" <<<"$1"
}

# What the run came to becomes $outcome: ok, error, or the kind of its finding. Empty where it came
# to nothing.
find_outcome() {
	case $status:$verdict in
	0:passed | 0:ok) outcome=ok ;;
	1:finding) outcome=${first%% *} ;;
	2:error) outcome=error ;;
	*) outcome= ;;
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

# check_warnings WAY
check_warnings() {
	local kinds=
	[ -z "${warnings[$1]}" ] || kinds=$(cut -d' ' -f1 <<<"${warnings[$1]%?}" | sort -u)
	[ "$kinds" = "$warning" ] || fail "expected warning '$warning', got '$kinds'" "${command[*]}"
}

# check_run WAY: compares one run with the header; says what is wrong, once.
check_run() {
	local line path message
	find_outcome
	if [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; then
		fail "no answer within $limit seconds" "${command[*]}"
		return
	fi
	if [ -z "$outcome" ]; then
		fail "exit status $status does not fit verdict '$verdict'" "${command[*]}"
		return
	fi
	message=$first
	[ "$outcome" != error ] || message=$failure
	if ! expected "$outcome"; then
		fail "expected $expect, got $outcome${message:+ ($message)}" "${command[*]}"
		return
	fi
	case $outcome in
	ok)
		check_warnings "$1"
		return
		;;
	error) read -r line path message <<<"$failure" ;;
	*) read -r _ line path message <<<"$first" ;;
	esac
	check_place "$line" "$path" ||
		fail "$outcome at $path:$line, expected line $marked" "${command[*]}"
	check_message "$message" ||
		fail "message '$message' does not match '$message_regex'" "${command[*]}"
}

# same_schedule: but for the options, which name the way.
same_schedule() {
	cmp -s <(grep -sv ^option "$work/snapshot.schedule") <(grep -sv ^option "$work/fork.schedule")
}

# check_same: do both ways tell the same?
check_same() {
	[ -z "$compare" ] || return 0
	if [ "${essence[snapshot]}" != "${essence[fork]}" ]; then
		fail "fork isolation differs: $(diff <(echo "${essence[snapshot]}") \
			<(echo "${essence[fork]}") | grep '^[<>]' | paste -sd' ')" "${command[*]}"
	elif ! same_schedule; then
		fail "fork isolation has another schedule" "${command[*]}"
	elif ! cmp -s "$work/snapshot.output" "$work/fork.output"; then
		fail "fork isolation shows other output of the program" "${command[*]}"
	fi
}

# check_replay: does the schedule of a finding show it again, in both ways?
check_replay() {
	local found=${errors[snapshot]%%$'\n'*} way rest
	[ -z "$compare" ] && [ -s "$work/snapshot.schedule" ] && [ -n "$found" ] || return 0
	rest=$(sed 's/--schedule=[^ ]*//; s/--executions=[^ ]*//; s/--pp=[^ ]*//' <<<"$options")
	for way in snapshot fork; do
		run_once replay "--schedule=$work/snapshot.schedule" "--isolate=$way" "$rest"
		find_outcome
		[ "$first" = "$found" ] ||
			fail "its schedule, replayed ($way), gives $outcome" \
				"$first_command; ${command[*]}"
	done
}

check_leftovers() {
	local left
	left=$(shopt -s nullglob dotglob && cd "$work/tmp" && echo *)
	[ -z "$left" ] || {
		fail "leaves files behind: $left" "${command[*]}"
		rm -rf "$work/tmp" && mkdir "$work/tmp"
	}
}

for spec in $compilers; do
	compiler=${spec%%:*}
	case $spec in
	*:*) own_levels=${spec#*:} ;;
	*) own_levels=$levels ;;
	esac
	for level in ${own_levels//,/ }; do
		wanted "$file" "$compiler" "$level" || continue
		compile "$compiler" "$level" || continue
		before=$failures
		for way in snapshot fork; do
			configuration="$compiler -$level $way"
			run_once $way "--isolate=$way" "$options"
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
