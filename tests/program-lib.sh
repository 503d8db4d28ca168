# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What the scripts that run test programs share: the header of a program, and its compilation.
#
# A program says in comments at its top what must come of it:
#
#   // expect: ok                      nothing found, exit status 0
#   // expect: finding deadlock        a finding of that kind, exit status 1
#   // expect: error                   cannot be checked, exit status 2
#   // expect: ok or error             alternatives; also: finding KIND or KIND
#   // where: any                      the place is not checked; by default it is a line that ends
#                                      in /* BUG */ (of an error: /* HERE */), if there is one
#   // message: REGEX                  extended regex in the message of the finding or of the error
#   // warning: KIND                   a warning of that kind is given; no other program may give one
#   // options: OPTIONS                of scree run; default: --schedule=random:1 --executions=300
#   // flags: FLAGS                    more flags for compiler and linker
#   // only: WORDS (reason)            runs only with these of gcc clang O0 O1 O2
#   // check: OPTIONS -> OUTCOME      what scree check says: tests/program-check.sh; many lines
#   // compare: no (reason)            the two ways may differ in what depends on time
#   // native: no (reason)             an "ok" program that does not succeed without scree
#   // covers: WORDS                   what it tests, in the words of the documentation
#
# Every other comment says what the program does.

# header FILE KEY: the value, or nothing.
header() {
	local line
	while IFS= read -r line; do
		case $line in
		"// $2: "*)
			printf '%s\n' "${line#"// $2: "}"
			return
			;;
		"// "*) ;;
		*) return ;;
		esac
	done <"$1"
}

# wanted FILE COMPILER LEVEL: does the header leave this configuration out?
wanted() {
	local only
	only=$(header "$1" only)
	only=" ${only%%(*} "
	case $only in
	*gcc* | *clang*) case $only in *" $2 "*) ;; *) return 1 ;; esac ;;
	esac
	case $only in
	*" O"[0-3s]*) case $only in *" $3 "*) ;; *) return 1 ;; esac ;;
	esac
	return 0
}

# is_cxx FILE
is_cxx() {
	case $1 in
	*.cpp) true ;;
	*) false ;;
	esac
}

# cxx_of COMPILER: the C++ compiler that belongs to a C compiler.
cxx_of() {
	case $1 in
	*gcc*) echo "${1/gcc/g++}" ;;
	*clang*) echo "${1/clang/clang++}" ;;
	*) echo "$1" ;;
	esac
}

# compiler_flags FILE COMPILER: what FILE is compiled and linked with besides -g and -O. No program
# may warn. gcc ignores a -Wno-x that it does not know.
compiler_flags() {
	echo "-Wall -Wextra -Werror -pthread $(header "$1" flags)"
	case $2 in
	*clang*) echo "-Wno-unknown-warning-option" ;;
	esac
}

# words VARIABLE TEXT...: the array VARIABLE becomes the words of TEXT.
words() {
	local -n array=$1
	shift
	# shellcheck disable=SC2034 # it is the caller's
	read -r -d '' -a array <<<"$*" || true
}
