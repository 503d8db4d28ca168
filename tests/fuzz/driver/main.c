/* SPDX-License-Identifier: MIT */
/*
 * usage: fuzz.NAME [RUNS [FIRST]]    runs all seeds, then RUNS inputs made from them
 *        fuzz.NAME --seeds DIR       writes the seeds to DIR, for libFuzzer
 *        fuzz.NAME --file FILE       runs one input, such as libFuzzer leaves behind
 *
 * The driver that needs no libFuzzer. An input depends only on its number, from FIRST on: when one
 * crashes, its number is printed, and `fuzz.NAME 1 NUMBER` runs it alone.
 */
#include "tests/fuzz/fuzz.h"

#include "base/text.h"
#include "base/vec.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_RUNS 2000
#define MOST_CHANGES 8

static VEC(struct buf) seeds;
static uint64_t state;
static char crash_text[96];

/* xorshift64*: the same numbers in every run. */
static uint64_t random_below(uint64_t n)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (state * 0x2545f4914f6cdd1dull >> 16) % n;
}

static void make_seeds(void)
{
	struct buf b = {0};
	while (fuzz_seed((unsigned)seeds.n, &b)) {
		vec_push(&seeds, b);
		b = (struct buf){0};
	}
	buf_release(&b);
	BUG_ON(!seeds.n);
}

/* Puts n bytes in place of the next `instead`, which become fewer or more. */
static void replace(struct buf *b, size_t at, size_t instead, const void *bytes, size_t n)
{
	struct buf result = {0};
	buf_bytes(&result, b->at, at);
	buf_bytes(&result, bytes, n);
	buf_bytes(&result, b->at + at + instead, b->n - at - instead);
	buf_release(b);
	*b = result;
}

/* Numbers at the edges of what lengths, counts and indices may be. */
static void put_number(struct buf *b)
{
	static const uint64_t edges[] = {0,           1,          2,          0x7f,
	                                 0xff,        0x100,      0x7fff,     0xffff,
	                                 0x10000,     0x7fffffff, 0x80000000, 0xffffffff,
	                                 0x100000000, INT64_MAX,  UINT64_MAX};
	size_t width = (size_t)1 << random_below(4);
	uint64_t v = edges[random_below(ARRAY_SIZE(edges))];
	if (b->n >= width)
		memcpy(b->at + random_below(b->n - width + 1), &v, width);
}

static void change(struct buf *b)
{
	const struct buf *other = &seeds.at[random_below(seeds.n)];
	size_t at = random_below(b->n + 1);
	size_t some = random_below(16) + 1;
	size_t from = random_below(other->n + 1);
	uint8_t byte = (uint8_t)random_below(256);

	switch (random_below(6)) {
	case 0: /* a bit */
		if (at < b->n)
			b->at[at] ^= (uint8_t)(1u << random_below(8));
		break;
	case 1:
		if (at < b->n)
			b->at[at] = byte;
		break;
	case 2:
		put_number(b);
		break;
	case 3:
		replace(b, at, 0, &byte, 1);
		break;
	case 4: /* some bytes are gone */
		replace(b, at, some < b->n - at ? some : b->n - at, NULL, 0);
		break;
	case 5: /* the end of another one */
		replace(b, at, b->n - at, other->n ? other->at + from : NULL, other->n - from);
		break;
	}
}

static void run_changed(uint64_t number)
{
	struct buf b = {0};
	state = (number + 1) * 0x9e3779b97f4a7c15ull;
	const struct buf *seed = &seeds.at[random_below(seeds.n)];
	buf_bytes(&b, seed->at, seed->n);
	for (size_t k = random_below(MOST_CHANGES) + 1; k--;)
		change(&b);
	fuzz_one(b.at, b.n);
	buf_release(&b);
}

static void on_crash(int sig)
{
	ssize_t unused = write(STDERR_FILENO, crash_text, strlen(crash_text));
	(void)unused;
	signal(sig, SIG_DFL);
	raise(sig);
}

static void run_all(const char *name, uint64_t runs, uint64_t first)
{
	signal(SIGABRT, on_crash);
	signal(SIGSEGV, on_crash);
	for (size_t i = 0; i < seeds.n; i++) {
		snprintf(crash_text, sizeof(crash_text), "seed %zu crashes %.40s\n", i, name);
		fuzz_one(seeds.at[i].at, seeds.at[i].n);
	}
	for (uint64_t i = first; i < first + runs; i++) {
		snprintf(crash_text, sizeof(crash_text),
		         "input %llu crashes; to repeat: %.40s 1 %llu\n", (unsigned long long)i,
		         name, (unsigned long long)i);
		run_changed(i);
	}
	printf("%s: %zu seeds, %llu inputs\n", name, seeds.n, (unsigned long long)runs);
}

static int write_seeds(const char *dir)
{
	for (size_t i = 0; i < seeds.n; i++) {
		char *path = str_format("%s/seed-%zu", dir, i);
		FILE *f = fopen(path, "w");
		bool good = f && (!seeds.at[i].n ||
		                  fwrite(seeds.at[i].at, 1, seeds.at[i].n, f) == seeds.at[i].n);
		if (!f || fclose(f) != 0 || !good) {
			perror(path);
			return 2;
		}
		mem_free(path);
	}
	return 0;
}

static int run_file(const char *path)
{
	struct buf b = {0};
	uint8_t bytes[4096];
	size_t n;
	FILE *f = fopen(path, "r");
	if (!f) {
		perror(path);
		return 2;
	}
	while ((n = fread(bytes, 1, sizeof(bytes), f)) > 0)
		buf_bytes(&b, bytes, n);
	fclose(f);
	fuzz_one(b.at, b.n);
	buf_release(&b);
	return 0;
}

int main(int argc, char **argv)
{
	int status = 0;
	const char *slash = strrchr(argv[0], '/');
	make_seeds();
	if (argc == 3 && strcmp(argv[1], "--seeds") == 0)
		status = write_seeds(argv[2]);
	else if (argc == 3 && strcmp(argv[1], "--file") == 0)
		status = run_file(argv[2]);
	else
		run_all(slash ? slash + 1 : argv[0],
		        argc > 1 ? strtoull(argv[1], NULL, 10) : DEFAULT_RUNS,
		        argc > 2 ? strtoull(argv[2], NULL, 10) : 0);
	for (size_t i = 0; i < seeds.n; i++)
		buf_release(&seeds.at[i]);
	vec_release(&seeds);
	return status;
}
