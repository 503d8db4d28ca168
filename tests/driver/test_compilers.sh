#!/bin/bash
# SPDX-License-Identifier: MIT
# Which compiler runs, where the runtime is found, and what the tool says of itself.
# shellcheck source=tests/driver/lib.sh
. "$(dirname "$0")/lib.sh"

echo 'int value; int f(void) { return value++; }' >f.c
cp f.c f.cc

# A compiler that prints its name, to see who is called.
fake() {
	mkdir -p bin
	# shellcheck disable=SC2016 # for the script, not for us
	printf '#!/bin/sh\n[ "$1" = --version ] && { echo "%s"; exit; }\necho "$(basename "$0")" "$@"\n' "$2" >"bin/$1"
	chmod +x "bin/$1"
}
fake gcc "gcc (Fake) 12, Free Software Foundation, Inc."
fake g++ "g++ (Fake) 12, Free Software Foundation, Inc."
fake clang-16 "clang version 16"
fake clang++-16 "clang version 16"
fake x86_64-linux-gnu-g++-12 "g++ (Fake) 12, Free Software Foundation, Inc."
fake mycc "some relative of clang"

# runs WHO OPTION COMMAND...: that compiler, with that option of ours.
runs() {
	local who=$1 option=$2
	shift 2
	passes "$who" env PATH="$work/bin:$PATH" "$@" -c f.c
	grep -q "^$who " out || { fail "$*: not $who:"; cat out; }
	grep -qe "$option" out || { fail "$*: no $option:"; cat out; }
}
runs gcc -specs= "$SCREE" cc
runs g++ -specs= "$SCREE" c++
runs clang-16 -Xclang SCREE_CC=clang-16 "$SCREE" cc
runs clang++-16 -Xclang SCREE_CC=clang-16 "$SCREE" c++
runs clang++-16 -Xclang SCREE_CC="$work/bin/clang-16" "$SCREE" c++
runs x86_64-linux-gnu-g++-12 -specs= SCREE_CC=x86_64-linux-gnu-gcc-12 "$SCREE" c++
runs g++ -specs= SCREE_CC=clang-16 SCREE_CXX=g++ "$SCREE" c++
runs gcc -specs= SCREE_CC="env LANG=C gcc" "$SCREE" cc
runs g++ -specs= SCREE_CC="env LANG=C gcc" "$SCREE" c++
runs mycc -Xclang SCREE_CC=mycc "$SCREE" cc
runs gcc -specs= SCREE_CC=" " "$SCREE" cc
fails_with "no such compiler" 2 "no-such-cc" env SCREE_CC=no-such-cc "$SCREE" cc -c f.c
fails_with "no compiler" 2 "not a compiler" env SCREE_CC=false "$SCREE" cc -c f.c
fails_with "itself" 2 "not scree" env SCREE_CC="$SCREE cc" "$SCREE" cc -c f.c
fails_with "no companion" 2 "SCREE_CXX" env SCREE_CC=tool "$SCREE" c++ -c f.cc
fails_with "no runtime" 2 "SCREE_LIBDIR" env SCREE_LIBDIR=/nowhere "$SCREE" cc -c f.c

# An installed tool, also through a link, finds its files by its own path.
mkdir -p prefix/bin "prefix/lib" elsewhere
cp "$SCREE" prefix/bin/scree
cp -r "$libdir" prefix/lib/scree
ln -s "$work/prefix/bin/scree" elsewhere/scree
silent "installed" env -u SCREE_LIBDIR prefix/bin/scree cc -c f.c -o installed.o
instrumented installed.o
silent "linked" env -u SCREE_LIBDIR elsewhere/scree cc -c f.c -o linked.o
instrumented linked.o
mv prefix "a, b"
silent "path with blank and comma" env -u SCREE_LIBDIR "a, b/bin/scree" cc -c f.c -o blank.o
instrumented blank.o

passes "--version" "$SCREE" --version
grep -qE '^scree [0-9]+\.[0-9]+\.[0-9]+$' out || fail "--version: $(cat out)"
passes "--help" "$SCREE" --help
grep -q 'c++' out || fail "--help does not list the commands"
passes "help cc" "$SCREE" help cc
grep -q 'SCREE_CC' out || fail "help cc does not explain"
fails_with "unknown command" 2 "did you mean 'version'" "$SCREE" vresion
fails_with "no command" 2 "usage" "$SCREE"
verdict
