#!/bin/bash
# SPDX-License-Identifier: MIT
# scree cc on every shape of command line: what comes out is instrumented, linked and told apart.
# shellcheck source=tests/driver/lib.sh
. "$(dirname "$0")/lib.sh"
need_runtime

cat >main.c <<'END'
int shared_value;
int other(void);
int main(void) { shared_value++; return other(); }
END
echo 'int other_value; int other(void) { return other_value++; }' >other.c
cat >plain.cc <<'END'
#include <string>
#include <vector>
std::vector<std::string> all;
int main() { all.push_back("hello, long enough for the heap, is it not"); return all.size() != 1; }
END
printf '.globl other\nother:\n\txor %%eax, %%eax\n\tret\n.section .note.GNU-stack,"",@progbits\n' >asm.s
printf '#define NAME other\n.globl NAME\nNAME:\n\txor %%eax, %%eax\n\tret\n.section .note.GNU-stack,"",@progbits\n' >asm2.S

compile() {
	silent "-c" "$SCREE" cc -c main.c -o main.o
	instrumented main.o
	has_debug main.o
	silent "-c of many" "$SCREE" cc -c main.c other.c
	silent "link of objects" "$SCREE" cc main.o other.o -o a
	checkable a
	silent "run" ./a
	silent "compile and link" "$SCREE" cc -Wall -Wextra -O2 main.c other.c -o b
	checkable b
	silent "run" ./b
	silent "C++" "$SCREE" c++ -std=c++17 -O2 plain.cc -o c
	checkable c
	silent "run C++" ./c
	silent "C++ by cc" "$SCREE" cc -c plain.cc -o plain.o
	instrumented plain.o
	silent "given -g0" "$SCREE" cc -g0 -c main.c -o nodebug.o
	if readelf -SW nodebug.o | grep -q debug_info; then fail "-g0 is overruled"; fi
	silent "standard input" sh -c "'$SCREE' cc -x c - -c -o stdin.o <main.c"
	instrumented stdin.o
	silent "-x c with link" "$SCREE" cc -x c main.c other.c -o x
	checkable x
	echo 'int v; void fence(void) { v++; __atomic_thread_fence(__ATOMIC_SEQ_CST); v++; }' >fence.c
	silent "a fence" "$SCREE" cc -Wall -Werror -O2 -c fence.c
	symbols fence.o | grep -q __tsan_atomic_thread_fence || fail "a fence is not seen"
	silent "strict C" "$SCREE" cc -ansi -pedantic-errors -Wall -Wextra -Werror -c main.c -o strict.o
	silent "strict C++" "$SCREE" c++ -std=c++11 -pedantic-errors -Wall -Wextra -Wold-style-cast \
		-Wunused-macros -Werror -c plain.cc -o strict.o
	silent "-pipe -pthread" "$SCREE" cc -pipe -pthread main.c other.c -o pipe
}

stages() {
	passes "-E" "$SCREE" cc -E main.c -o main.i
	grep -q shared_value main.i || fail "-E: no output"
	silent "compile of .i" "$SCREE" cc -c main.i -o fromi.o
	instrumented fromi.o
	silent "-S" "$SCREE" cc -S main.c -o main.s
	grep -q __tsan_ main.s || fail "-S: not instrumented"
	silent "assemble" "$SCREE" cc -c main.s -o froms.o
	instrumented froms.o
	passes "-M" "$SCREE" cc -M main.c
	grep -q '^main.o:' out || fail "-M: no rule"
	silent "-MMD" "$SCREE" cc -MMD -MP -MF deps.d -c main.c -o deps.o
	[ "$(tr -d '\n' <deps.d)" = "deps.o: main.c" ] || fail "-MMD: $(cat deps.d)"
	passes "-save-temps" "$SCREE" cc -save-temps -c main.c -o temps.o
	instrumented temps.o
	silent "assembly, plain and preprocessed" "$SCREE" cc main.c asm.s -o s1
	silent "assembly" "$SCREE" cc main.c asm2.S -o s2
	silent "run" ./s1
	silent "run" ./s2
	silent "-fsyntax-only" "$SCREE" cc -fsyntax-only main.c
	echo '#include <string.h>' >pre.h
	silent "precompiled header" "$SCREE" cc -x c-header pre.h -o pre.h.gch
	silent "use of it" "$SCREE" cc -Winvalid-pch -include pre.h -c main.c -o pch.o
	rm -f pre.h.gch
	echo '#include <string>' >pre.hh
	silent "precompiled C++ header" "$SCREE" c++ -x c++-header pre.hh -o pre.hh.gch
	silent "use of it" "$SCREE" c++ -Winvalid-pch -Werror -include pre.hh -c plain.cc -o pch.o
	rm -f pre.hh.gch
}

linking() {
	silent "-shared" "$SCREE" cc -fPIC -shared other.c -o libother.so
	readelf --dyn-syms -W libother.so | grep -q 'UND __tsan_func_entry' || fail "-shared: not instrumented, or with runtime"
	silent "program with it" "$SCREE" cc main.c -L. -lother -Wl,-rpath,"$work" -o withlib
	checkable withlib
	silent "run" ./withlib
	silent "-z defs" "$SCREE" cc -fPIC -shared -Wl,-z,defs other.c -o libdefs.so
	silent "--no-undefined" "$SCREE" cc -fPIC -shared -Wl,--no-undefined other.c -o libdefs.so
	silent "-r" "$SCREE" cc -r -nostdlib main.c other.c -o both.o
	if has_runtime both.o; then fail "-r: runtime in it"; fi
	silent "its link" "$SCREE" cc both.o -o fromr
	silent "-pie" "$SCREE" cc -fPIE -pie main.c other.c -o pie
	silent "run" ./pie
	silent "-no-pie" "$SCREE" cc -fno-pie -no-pie main.c other.c -o nopie
	silent "run" ./nopie
	checkable nopie
	silent "--gc-sections" "$SCREE" cc -ffunction-sections -Wl,--gc-sections main.c other.c -o gc
	checkable gc
	silent "-static-libgcc" "$SCREE" c++ -static-libgcc -static-libstdc++ plain.cc -o staticlib
	silent "run" ./staticlib
	if command -v ld.lld >/dev/null; then
		silent "lld" "$SCREE" cc -fuse-ld=lld main.c other.c -o lld
		checkable lld
		silent "run" ./lld
	fi
}

response() {
	printf -- '-O1 "main.c"\n  other.c -o "with space"' >args
	silent "response file" "$SCREE" cc @args
	checkable "with space"
	printf -- "-fsanitize=thread -DA='x y' -c main.c -o rsp.o" >args2
	echo '@args2' >args3
	silent "nested, with an option to drop" "$SCREE" cc @args3
	instrumented rsp.o
}

inform() {
	local option
	for option in --version -dumpversion -dumpmachine -print-search-dirs -v; do
		passes "$option" "$SCREE" cc "$option"
		cp out ours
		passes "$option" "$SCREE_CC" "$option"
		cmp -s out ours || fail "$option: not what the compiler says"
	done
	fails_with "no input" 1 "no input files" "$SCREE" cc
	passes "-v with input" "$SCREE" cc -v -c main.c -o v.o
	passes "-###" "$SCREE" cc '-###' main.c -o v
}

refusals() {
	echo 'int main(void) { return undeclared; }' >wrong.c
	fails_with "wrong file" 1 "undeclared" "$SCREE" cc -c wrong.c
	fails_with "missing file" 1 "nowhere.c" "$SCREE" cc -c nowhere.c
	fails_with "-static" 2 "dynamic loader" "$SCREE" cc -static main.c other.c
	fails_with "-static-pie" 2 "dynamic loader" "$SCREE" cc -static-pie main.c other.c
	silent "-static -c" "$SCREE" cc -static -c main.c
	fails_with "-m32" 2 "64-bit" "$SCREE" cc -m32 -c main.c
	fails_with "address" 2 "cannot be combined" "$SCREE" cc -fsanitize=address -c main.c
	silent "thread" "$SCREE" cc -fsanitize=thread main.c other.c -o tsan
	checkable tsan
	silent "undefined" "$SCREE" cc -fsanitize=undefined -c main.c -o ub.o
	instrumented ub.o
	silent "no thread" "$SCREE" cc -fno-sanitize=thread -c main.c -o plain.o
	not_instrumented plain.o
	silent "-flto -c" "$SCREE" cc -O2 -flto -c main.c -o lto.o
	instrumented lto.o
	passes "-flto" "$SCREE" cc -O2 -flto=auto main.c other.c -o lto
	[ "$(grep -c 'flto is turned off' out)" = 1 ] || fail "-flto: no note"
	checkable lto
}

all_shapes() {
	compile
	stages
	linking
	response
	inform
	refusals
}

each_compiler all_shapes
verdict
