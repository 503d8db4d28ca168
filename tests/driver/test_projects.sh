#!/bin/bash
# SPDX-License-Identifier: MIT
# scree cc as the compiler of make, CMake, and a configure script.
# shellcheck source=tests/driver/lib.sh
. "$(dirname "$0")/lib.sh"
need_runtime

write_sources() {
	mkdir -p "$1"
	cat >"$1/main.c" <<-'END'
	#include "add.h"
	int total;
	int main(void) { total += add(1, 2); return total != 3; }
	END
	echo 'int add(int a, int b);' >"$1/add.h"
	printf '#include "add.h"\nint add(int a, int b) { return a + b; }\n' >"$1/add.c"
	echo 'int calls; extern "C" int twice(int x) { calls++; return 2 * x; }' >"$1/twice.cc"
}

make_project() {
	write_sources m
	cat >m/Makefile <<'END'
CFLAGS = -O2 -Wall -Werror -MMD
prog: main.o add.o twice.o
	$(CC) $(LDFLAGS) -o $@ $^
-include *.d
END
	passes "make" make -C m CC="$SCREE cc" CXX="$SCREE c++"
	checkable m/prog
	passes "run" m/prog
	instrumented m/twice.o
}

cmake_project() {
	write_sources k
	cat >k/CMakeLists.txt <<-'END'
	cmake_minimum_required(VERSION 3.16)
	project(k C CXX)
	include(CheckCCompilerFlag)
	include(CheckFunctionExists)
	check_c_compiler_flag(-Wall HAS_WALL)
	check_c_compiler_flag(-fno-such-thing-at-all HAS_NONSENSE)
	check_function_exists(pthread_create HAS_PTHREAD_CREATE)
	check_function_exists(no_such_function HAS_NO_SUCH_FUNCTION)
	if(NOT HAS_WALL OR HAS_NONSENSE OR NOT HAS_PTHREAD_CREATE OR HAS_NO_SUCH_FUNCTION)
		message(FATAL_ERROR "a check went wrong")
	endif()
	find_package(Threads REQUIRED)
	add_library(add SHARED add.c)
	add_library(twice STATIC twice.cc)
	add_executable(prog main.c)
	target_link_libraries(prog add twice Threads::Threads)
	message(STATUS "compiler is ${CMAKE_C_COMPILER_ID} ${CMAKE_CXX_COMPILER_ID}")
	END
	CC="$SCREE cc" CXX="$SCREE c++" passes "cmake" cmake -S k -B k/build
	grep -qE "compiler is (GNU GNU|Clang Clang)" out || fail "cmake: compiler not identified"
	passes "cmake --build" cmake --build k/build
	checkable k/build/prog
	passes "run" k/build/prog
	rm -rf k
}

# What configure scripts do, by hand: probe by compiling, linking, running, and comparing messages.
configure_project() {
	mkdir -p c
	cat >c/configure <<-'END'
	#!/bin/sh
	set -e
	echo 'int main(void) { return 0; }' >conftest.c
	$CC conftest.c
	test -x a.out && ./a.out
	$CC -o conftest conftest.c 2>conftest.err
	test ! -s conftest.err
	$CC -c conftest.c && test -f conftest.o
	$CC -E conftest.c >/dev/null
	$CC --version >/dev/null
	if $CC -V >/dev/null 2>&1; then exit 1; fi
	echo '#include <scree_has_no_such_header.h>' >conftest.c
	if $CC -E conftest.c >/dev/null 2>&1; then exit 1; fi
	printf 'char pthread_create(); int main(void) { return pthread_create(); }\n' >conftest.c
	$CC -w -o conftest conftest.c
	printf 'char no_such_function(); int main(void) { return no_such_function(); }\n' >conftest.c
	if $CC -w -o conftest conftest.c 2>/dev/null; then exit 1; fi
	printf 'int main(void) { static int a[1 - 2 * !(sizeof(long) == 8)]; return a[0]; }\n' >conftest.c
	$CC -c conftest.c
	printf '#include <stdio.h>\nint main(void) { FILE *f = fopen("conftest.out", "w"); return !f || fclose(f); }\n' >conftest.c
	$CC conftest.c -o conftest && ./conftest && test -f conftest.out
	END
	chmod +x c/configure
	(cd c && CC="$SCREE cc" passes "configure" ./configure && [ "$failures" = 0 ]) ||
		failures=$((failures + 1))
	rm -rf c
}

all_projects() {
	make_project
	rm -rf m
	cmake_project
	configure_project
}

SCREE_CC=gcc all_projects
if command -v clang >/dev/null; then SCREE_CC=clang all_projects; fi
verdict
