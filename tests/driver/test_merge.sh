#!/bin/bash
# SPDX-License-Identifier: MIT
# tools/merge-runtime.sh: names, the state section, entry stubs, and the call that must not be.
# shellcheck source=tests/driver/lib.sh
. "$(dirname "$0")/lib.sh"
merge=$source/tools/merge-runtime.sh

cat >a.c <<'END'
#include "runtime/arch/x86_64/entry.h"
#define PUBLIC __attribute__((visibility("default")))
typedef __SIZE_TYPE__ size_t;
void *memcpy(void *d, const void *s, size_t n)
{ char *a = d; const char *b = s; while (n--) *a++ = *b++; return d; }
struct big { char c[200]; } one, two;
int counter = 3;
static char zeros[5000];
_Bool threads_exist;
static long thread[1000];
long *self = thread;
extern int helper(void);
PUBLIC __attribute__((weak)) void *scree_i_memcpy(void *d, const void *s, size_t n)
{ counter++; zeros[counter]++; one = two; return memcpy(d, s, n); }
PUBLIC int scree_answer(void) { return helper(); }
PUBLIC void scree_break_here(void) { }
/* Does rbx of the program's call come here, whatever this function does with it itself? */
PUBLIC int scree_saves(int a, int b)
{ __asm__ volatile("xor %%ebx, %%ebx" ::: "rbx"); return thread[THREAD_REGISTERS / sizeof(long)] == 4711 ? a + b : 0; }
PUBLIC void scree_threads(void) { threads_exist = 1; }
static void early(void) { counter = 7; }
__attribute__((section(".preinit_array"), used)) static void (*const before_main)(void) = early;
END
cat >b.c <<'END'
extern int counter;
static int *const pointer = &counter;
int *volatile const *keep = (int *volatile const *)&pointer;
int helper(void) { return *pointer; }
END
cat >main.c <<'END'
#include <stdio.h>
#include <string.h>
extern int scree_answer(void);
extern void scree_threads(void);
extern char __start_scree_state[], __stop_scree_state[];
/* scree_saves(3, 5), with a value in a register that calls preserve */
__asm__(".text\n"
        "call_saves: push %rbx\n mov $4711, %ebx\n mov $3, %edi\n mov $5, %esi\n"
        "call scree_saves@PLT\n pop %rbx\n ret\n");
extern int call_saves(void);
int main(int argc, char **argv)
{
	char text[100];
	memcpy(text, argv[0], argc);
	int before = call_saves();
	scree_threads();
	printf("%d %d %d %d %d\n", scree_answer(), (int)((long)__start_scree_state % 4096),
	       (int)((__stop_scree_state - __start_scree_state) % 4096), before, call_saves());
	return 0;
}
END
flags="-O2 -fPIC -fvisibility=hidden -fno-builtin -fno-common -fno-stack-protector"
for cc in gcc clang; do
	command -v "$cc" >/dev/null || continue
	# shellcheck disable=SC2086 # a list of words
	silent "compile" $cc $flags -I "$source" -c a.c b.c
	silent "merge" "$merge" rt.o a.o b.o
	nm rt.o >names
	grep -q ' W memcpy$' names || fail "scree_i_memcpy is not memcpy"
	grep -q ' t scree_raw_memcpy$' names || fail "the raw memcpy is not private"
	grep -q ' T scree_answer$' names || fail "a strong function has no strong stub"
	grep -q ' t scree_body_scree_answer$' names || fail "what a stub jumps to is not private"
	if grep -q ' scree_body_scree_break_here$' names; then fail "a stub where debuggers stop"; fi
	grep -qE ' [td] (helper|counter)$' names || fail "hidden names are not local"
	if grep -qE ' [A-Z] (helper|counter|one)$' names; then fail "hidden names are global"; fi
	readelf -SW rt.o | grep -qE 'scree_state +PROGBITS .* WA +[0-9]+ +[0-9]+ 4096$' ||
		fail "scree_state is not an aligned section of data"
	readelf -SW rt.o | grep -q '\.preinit_array' || fail ".preinit_array is lost"
	readelf -SW rt.o | grep -q '\.eh_frame' || fail ".eh_frame is lost"
	if readelf -SW rt.o | awk '$2 ~ /^\.(data|bss)$/ && $6 !~ /^0+$/' | grep -q .; then
		fail "state outside scree_state"
	fi
	for name in memcpy scree_answer; do
		grep -q "\"$name\";" rt.list || fail "rt.list does not export $name"
	done
	if grep -q helper rt.list; then fail "rt.list exports a hidden name"; fi
	silent "link" $cc -fno-builtin main.c rt.o -Wl,--dynamic-list=rt.list -o main
	[ "$(./main)" = "8 0 0 0 8" ] || fail "prints '$(./main)', not '8 0 0 0 8'"
done

echo 'extern void free(void *); __attribute__((weak, visibility("default"))) void scree_i_free(void *p)
{ (void)p; } void drop(void *p) { free(p); }' >self.c
gcc -O2 -w -fPIC -fvisibility=hidden -c self.c
rm -f rt.o
fails_with "call of itself" 1 "free: self.o" "$merge" rt.o a.o b.o self.o
[ ! -e rt.o ] || fail "an object is there after a failure"
verdict
