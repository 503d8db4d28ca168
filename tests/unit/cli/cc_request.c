/* SPDX-License-Identifier: MIT */
/* What `scree cc` reads from command lines. */
#include "cli/cc/cc_request.h"

#include "base/buf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Reads a line of blank-separated words. */
static void read_line(struct cc_request *r, const char *line)
{
	struct args words = {0};

	args_add(&words, "cc");
	args_add_words(&words, line);
	cc_request_read(r, (int)words.n, args_argv(&words));
	args_release(&words);
}

static enum cc_step step_of(const char *line)
{
	struct cc_request r;

	read_line(&r, line);
	cc_request_release(&r);
	return r.step;
}

/* The words that are handed on, in one string. */
static void assert_kept(const char *line, const char *kept)
{
	struct cc_request r;
	struct buf text = {0};

	read_line(&r, line);
	for (size_t i = 0; i < r.args.n; i++) {
		if (i)
			buf_u8(&text, ' ');
		buf_bytes(&text, r.args.at[i], strlen(r.args.at[i]));
	}
	buf_u8(&text, 0);
	assert_string_equal((char *)text.at, kept);
	buf_release(&text);
	cc_request_release(&r);
}

static void test_step(void **state)
{
	static const struct {
		const char *line;
		enum cc_step step;
	} cases[] = {
	        {"", CC_INFORM},
	        {"--version", CC_INFORM},
	        {"-v -O2", CC_INFORM},
	        {"-o a.out -I dir -D X -MF f.d -x c -include x.h --param p=1", CC_INFORM},
	        {"-c a.c", CC_COMPILE},
	        {"a.c -c", CC_COMPILE},
	        {"-S a.c", CC_COMPILE},
	        {"-E -", CC_COMPILE},
	        {"-MM a.c", CC_COMPILE},
	        {"-fsyntax-only a.c", CC_COMPILE},
	        {"a.h", CC_COMPILE},
	        {"-x c++-header a.x", CC_COMPILE},
	        {"-xc-header a.x", CC_COMPILE},
	        {"a.c", CC_LINK_PROGRAM},
	        {"a.h a.c", CC_LINK_PROGRAM},
	        {"-MMD -MP a.c -o a", CC_LINK_PROGRAM},
	        {"-x c -", CC_LINK_PROGRAM},
	        {"-o -c a.c", CC_LINK_PROGRAM},
	        {"-- -c", CC_LINK_PROGRAM},
	        {"-shared a.o", CC_LINK_SHARED},
	        {"-Wl,-O1,-shared a.o", CC_LINK_SHARED},
	        {"-Xlinker --shared a.o", CC_LINK_SHARED},
	        {"-r a.o", CC_LINK_RELOCATABLE},
	        {"-Wl,-r a.o", CC_LINK_RELOCATABLE},
	        {"-Wl,-rpath,/x a.o", CC_LINK_PROGRAM},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		if (step_of(cases[i].line) != cases[i].step)
			fail_msg("'%s' is step %d", cases[i].line, step_of(cases[i].line));
}

static void test_dropped(void **state)
{
	(void)state;
	assert_kept("-O2 -flto a.c", "-O2 a.c");
	assert_kept("-flto=auto -flto-partition=none a.c", "-flto-partition=none a.c");
	assert_kept("-fsanitize=thread a.c", "a.c");
	assert_kept("-fsanitize=undefined,thread a.c", "-fsanitize=undefined a.c");
	assert_kept("-fsanitize=thread,undefined,bounds a.c", "-fsanitize=undefined,bounds a.c");
	assert_kept("-D -flto a.c", "-D -flto a.c");
	assert_kept("a.c -- -flto", "a.c -- -flto");
}

static bool instruments(const char *line)
{
	struct cc_request r;

	read_line(&r, line);
	cc_request_release(&r);
	return r.instrument;
}

static void test_instrument(void **state)
{
	(void)state;
	assert_true(instruments("a.c"));
	assert_false(instruments("-fno-sanitize=thread a.c"));
	assert_false(instruments("-fno-sanitize=undefined,all a.c"));
	assert_true(instruments("-fno-sanitize=undefined a.c"));
	assert_true(instruments("-fno-sanitize=all -fsanitize=thread a.c"));
}

static bool refused(const char *line)
{
	struct cc_request r;

	read_line(&r, line);
	cc_request_release(&r);
	return r.refused;
}

static void test_refused(void **state)
{
	(void)state;
	assert_true(refused("-static a.c"));
	assert_true(refused("-static-pie a.o"));
	assert_false(refused("-static -c a.c"));
	assert_false(refused("-static -shared a.o"));
	assert_true(refused("-m32 -c a.c"));
	assert_false(refused("-m32 -m64 -c a.c"));
	assert_false(refused("-m32 -print-search-dirs"));
	assert_true(refused("-fsanitize=undefined,address a.c"));
	assert_false(refused("-fsanitize=address -fno-sanitize=all -fsanitize=undefined a.c"));
}

static void test_response(void **state)
{
	char path[] = "/tmp/scree-unit-XXXXXX";
	int fd = mkstemp(path);
	char *argv[] = {"cc", NULL, NULL};
	char arg[64];
	struct cc_request r;
	FILE *f = fdopen(fd, "w");

	(void)state;
	assert_non_null(f);
	fputs("-c 'a b.c'\n\t\"-DX=\\\"1\\\"\" -Iq\\ r", f);
	fclose(f);
	snprintf(arg, sizeof(arg), "@%s", path);
	argv[1] = arg;

	/* Nothing to drop: the file is handed on, but has been understood. */
	cc_request_read(&r, 2, argv);
	assert_int_equal(r.step, CC_COMPILE);
	assert_int_equal(r.args.n, 1);
	assert_string_equal(r.args.at[0], arg);
	cc_request_release(&r);

	f = fopen(path, "ae");
	assert_non_null(f);
	fputs(" -flto\n", f);
	fclose(f);
	cc_request_read(&r, 2, argv);
	assert_true(r.lto_dropped);
	assert_int_equal(r.args.n, 4);
	assert_string_equal(r.args.at[1], "a b.c");
	assert_string_equal(r.args.at[2], "-DX=\"1\"");
	assert_string_equal(r.args.at[3], "-Iq r");
	cc_request_release(&r);
	unlink(path);

	/* Not there any more: a plain word. */
	cc_request_read(&r, 2, argv);
	assert_int_equal(r.args.n, 1);
	assert_int_equal(r.step, CC_LINK_PROGRAM);
	cc_request_release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_step),       cmocka_unit_test(test_dropped),
	        cmocka_unit_test(test_instrument), cmocka_unit_test(test_refused),
	        cmocka_unit_test(test_response),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
