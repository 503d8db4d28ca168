# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The header of a program of the corpus, and the modes that it is checked in. Sourced.
#
# tests/programs/corpus/FAMILY/NAME.c (or .cpp) is a pair of twins. As it is, it has a bug; with
# -DFIXED it is right and has to verify. A line at which the bug is to be reported ends in the
# comment BUG; if the file has no such line, one of a header in its folder. At its top:
#
#   // bug: KIND [or KIND]             of the finding in the buggy twin
#   // preemptions: N                  fewest that show it
#   // schedules: all=N everywhere=N   of the fixed twin, in one complete search; either may be left out
#   // misses: MODE... (reason)        modes that cannot find the bug; may stand several times
#   // weak: MODE... (reason)          or all: modes in which the fixed twin is not called verified
#   // flags: FLAGS                    more flags for compiler and linker
#   // options: OPTIONS                more options of scree check
#   // covers: WORDS                   what of the field it stands for
#   // slow: REASON                    left to `make soak`
#
# Every other comment there says what the program does. A line "word: ..." with another word is an
# error, so that no promise is lost by a slip.

corpus_keys="bug preemptions schedules misses weak flags options covers slow fails"
corpus_modes="deepen maximal sync-only single everywhere"

# corpus_mode MODE: the options of scree check that it stands for.
corpus_mode() {
	case $1 in
	deepen) ;;
	maximal | sync-only | everywhere) echo "--mode=$1" ;;
	single) echo "--mode=single --strategy=icb" ;;
	icb) echo "--strategy=icb --pp=everywhere" ;;
	pp-*) echo "--pp=${1#pp-}" ;;
	*) return 1 ;;
	esac
}

# corpus_listed FILE KEY: the modes of all lines of KEY, one a line.
corpus_listed() {
	local line list
	while IFS= read -r line && [[ $line == "// "* ]]; do
		[[ $line == "// $2: "* ]] || continue
		line=${line#"// $2: "}
		words list "${line%%(*}"
		[ ${#list[@]} -eq 0 ] || printf '%s\n' "${list[@]%,}"
	done <"$1"
}

# corpus_has_mode FILE KEY MODE
corpus_has_mode() {
	local listed
	listed=" $(corpus_listed "$1" "$2" | paste -sd' ') "
	[[ $listed == *" $3 "* || $listed == *" all "* ]]
}

# corpus_bad_header FILE: what is wrong with it, a line for each; nothing if all is well.
corpus_bad_header() {
	local key mode line value
	for key in bug covers; do
		[ -n "$(header "$1" $key)" ] || echo "no '// $key:' in its header"
	done
	while IFS= read -r line && [[ $line == "// "* ]]; do
		[[ $line =~ ^"// "([a-z-]*)": " ]] || continue
		key=${BASH_REMATCH[1]}
		[[ " $corpus_keys " == *" $key "* ]] || echo "'// $key:' means nothing"
	done <"$1"
	for mode in $(corpus_listed "$1" misses) $(corpus_listed "$1" weak); do
		[[ " $corpus_modes all " == *" $mode "* ]] || echo "there is no mode '$mode'"
	done
	value=$(header "$1" schedules)
	[[ -z $value || $value =~ ^((all|everywhere)=[0-9]+" "*)+$ ]] ||
		echo "'// schedules:' cannot be read: $value"
	value=$(header "$1" preemptions)
	[[ -z $value || $value =~ ^[0-9]+$ ]] || echo "'// preemptions:' cannot be read: $value"
}

# corpus_places FILE: "name:line" of each line at which the bug may be reported.
corpus_places() {
	local place='s/^(.*\/)?([^/:]*:[0-9]+):.*/\2/'
	grep -HnE '/\* BUG \*/$' "$1" | sed -E "$place" | grep . ||
		grep -HnE '/\* BUG \*/$' "$(dirname "$1")"/*.h 2>/dev/null | sed -E "$place"
}
