#!/bin/bash
# SPDX-License-Identifier: MIT
# No access that user code writes down escapes: each function below must call something that the
# runtime sees (a __tsan_ entry point or an interposed function) for what it does to memory.
# shellcheck source=tests/driver/lib.sh
. "$(dirname "$0")/lib.sh"

cat >string.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>
struct three { char a[3]; };
struct big { int a[20]; };
#define F(name, ...) void name(char *d, const char *s, size_t n) { (void)s; (void)n; __VA_ARGS__; }
#define G(name, ...) int name(const char *d, const char *s, size_t n) { (void)s; (void)n; return __VA_ARGS__; }
F(memcpy_3, memcpy(d, s, 3)) F(memcpy_8, memcpy(d, s, 8)) F(memcpy_13, memcpy(d, s, 13))
F(memcpy_100, memcpy(d, s, 100)) F(memcpy_n, memcpy(d, s, n)) F(memmove_13, memmove(d, s, 13))
F(memset_3, memset(d, 0, 3)) F(memset_13, memset(d, 0, 13)) F(memset_100, memset(d, 1, 100))
F(memset_n, memset(d, 0, n)) F(mempcpy_7, mempcpy(d, s, 7)) F(strcpy_c, strcpy(d, "hello"))
F(strcpy_s, strcpy(d, s)) F(strncpy_5, strncpy(d, "hello", 5)) F(strcat_c, strcat(d, "hel"))
F(stpcpy_c, stpcpy(d, "hello")) F(sprintf_c, sprintf(d, "abc")) F(sprintf_s, sprintf(d, "%s", s))
F(snprintf_c, snprintf(d, 10, "abc")) F(bzero_13, bzero(d, 13)) F(bcopy_13, bcopy(s, d, 13))
F(b_memcpy_3, __builtin_memcpy(d, s, 3)) F(b_memcpy_13, __builtin_memcpy(d, s, 13))
F(b_memcpy_100, __builtin_memcpy(d, s, 100)) F(b_memcpy_n, __builtin_memcpy(d, s, n))
F(b_memmove, __builtin_memmove(d, s, 13)) F(b_memset, __builtin_memset(d, 0, 13))
F(b_strcpy, __builtin_strcpy(d, "hello")) F(b_strncpy, __builtin_strncpy(d, "hello", 5))
F(b_strcat, __builtin_strcat(d, "hel")) F(b_stpcpy, __builtin_stpcpy(d, "hello"))
F(b_bzero, __builtin_bzero(d, 13))
G(memcmp_8, memcmp(d, s, 8) == 0) G(memcmp_16, memcmp(d, s, 16) == 0) G(memcmp_7, memcmp(d, s, 7))
G(memcmp_c, memcmp(d, "abc", 3)) G(memcmp_c4, memcmp(d, "abcd", 4) == 0) G(memcmp_n, memcmp(d, s, n))
G(strcmp_c, strcmp(d, "ab") == 0) G(strcmp_0, strcmp(d, "")) G(strncmp_3, strncmp(d, "abc", 3) == 0)
G(strcmp_s, strcmp(d, s)) G(strlen_s, (int)strlen(s)) G(strlen_0, strlen(s) == 0)
G(strchr_x, strchr(d, 'x') != 0) G(memchr_7, memchr(d, 1, 7) != 0) G(strstr_a, strstr(d, "a") != 0)
G(b_memcmp, __builtin_memcmp(d, s, 16) == 0) G(b_strcmp, __builtin_strcmp(d, "ab") == 0)
G(b_strlen, (int)__builtin_strlen(s))
F(struct_three, *(struct three *)d = *(const struct three *)s)
F(struct_big, *(struct big *)d = *(const struct big *)s)
F(struct_zero, *(struct big *)d = (struct big){{0}})
F(struct_init, *(struct big *)d = (struct big){{1, 2, 3}})
END

cat >standard.cc <<'END'
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>
static const int N = __builtin_strlen("abc");
char array[N];
#if __cplusplus >= 201703L
static_assert(std::string_view("abcdef").find("cd") == 2);
#endif
#if __cplusplus >= 202002L
constexpr int in_a_constant() {
	std::string s("long enough not to be stored in the string itself");
	std::vector<int> v{1, 2, 3}, w = v;
	char a[4]{};
	std::copy_n("abc", 3, a);
	std::fill_n(a, 2, 'x');
	s += a;
	return (int)(s.size() + w.size());
}
static_assert(in_a_constant() > 0);
#endif
extern "C" {
void string_assign(std::string &s) { s.assign("abc"); }
void string_append(std::string &s) { s += "abcdefg"; }
bool string_compare(const std::string &s) { return s == "abcdefg"; }
void vector_copy(std::vector<int> &a, const std::vector<int> &b) { a = b; }
void copy_13(char *d, const char *s) { std::copy(s, s + 13, d); }
void fill_13(char *d) { std::fill(d, d + 13, 0); }
}
END

# Functions of the object that access memory other than their frame, or touch none at all and
# still do not call anything but func_entry and func_exit.
unseen() {
	objdump -dr --no-show-raw-insn "$1" | awk '
		function judge() {
			if (name != "" && !seen && name !~ /^(_sub_|tsan\.|_GLOBAL_|__cxx_global)/) print name
		}
		/^[0-9a-f]+ <.*>:$/ { judge(); name = $2; gsub(/[<>:]/, "", name); seen = 0 }
		/R_X86_64_PLT32/ && !/__tsan_func_(entry|exit)|__stack_chk_fail/ { seen = 1 }
		END { judge() }'
}

# Strings become calls or announced accesses; an instruction that copies a block is always ours.
visible() {
	local level names
	for level in 0 1 2 3 s g; do
		passes "C -O$level" "$SCREE" cc -w -O"$level" -c string.c -o string.o
		names=$(unseen string.o | tr '\n' ' ')
		[ -z "$names" ] || fail "C -O$level: not seen: $names"
	done
	for level in 11 14 17 20; do
		passes "C++$level" "$SCREE" c++ -std=c++"$level" -O2 -Wall -Wextra -c standard.cc -o standard.o
		[ ! -s out ] || { fail "C++$level: not silent"; cat out; }
		names=$(unseen standard.o | grep -E '^(string|vector|copy|fill)_' | tr '\n' ' ')
		[ -z "$names" ] || fail "C++$level: not seen: $names"
	done
}

# The checking forms of libc functions are off, wherever the user turned them on.
not_fortified() {
	echo '#include <stdio.h>
	int f(char *d, int n) { return snprintf(d, 10, "%d", n); }
	#ifdef _FORTIFY_SOURCE
	#error fortified
	#endif' >fortify.c
	passes "-D" "$SCREE" cc -O2 -D_FORTIFY_SOURCE=2 -c fortify.c
	passes "-D apart" "$SCREE" cc -O2 -D _FORTIFY_SOURCE=2 -c fortify.c
	passes "-Wp" "$SCREE" cc -O2 -Wp,-D_FORTIFY_SOURCE=2 -c fortify.c
	passes "both" "$SCREE" cc -O2 -Wp,-D_FORTIFY_SOURCE=2 -D_FORTIFY_SOURCE=1 -c fortify.c
}

# gcc takes its own __tsan_ calls for leaves that cannot change a static variable, and would keep
# it in a register over them: every announced read in the loop needs its load.
not_cached() {
	cat >static.c <<-'END'
	static int done;
	int flag;
	void finish(int x) { done = x; }
	int twice(void) { int x = done, y = __atomic_load_n(&flag, __ATOMIC_ACQUIRE); return x + 3 * done + y; }
	int after(void) { while (!__atomic_load_n(&flag, __ATOMIC_ACQUIRE)) ; return done; }
	int wait_for(void) { while (!done) __atomic_load_n(&flag, __ATOMIC_ACQUIRE); return 1; }
	void publish(void) { done = 1; __atomic_store_n(&flag, 1, __ATOMIC_RELEASE); done = 2; }
	END
	passes "static" "$SCREE" cc -O2 -S static.c -o static.s
	sed -n '/^wait_for:/,/^\t\.size/p' static.s >loop
	[ "$(grep -c 'call.*__tsan_read4' loop)" = "$(grep -cE '(mov|cmp)l\s.*done\(%rip\)' loop)" ] ||
		fail "a static variable is kept in a register over an atomic"
}

all_visible() {
	visible
	not_fortified
}

each_compiler all_visible
SCREE_CC=gcc not_cached
verdict
