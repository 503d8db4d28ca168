/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tests/oracle/programs.h"

static size_t put(struct vm_program *p, unsigned t, enum vm_op op, unsigned a, unsigned x,
                  unsigned y, int imm)
{
	vec_push(&p->code[t],
	         (struct insn){(uint8_t)op, (uint8_t)a, (uint16_t)x, (uint16_t)y, (int16_t)imm});
	return p->code[t].n - 1;
}

/* Thread 0, and the number of the others. */
static void start(struct vm_program *p, const char *name, unsigned n, unsigned bytes)
{
	memset(p, 0, sizeof(*p));
	BUG_ON(n + 1 > VM_THREADS || bytes > VM_BYTES);
	p->name = name;
	p->n_threads = n + 1;
	p->bytes = bytes;
	for (unsigned t = 1; t <= n; t++)
		put(p, 0, I_CREATE, 0, t, 0, 0);
	for (unsigned t = 1; t <= n; t++)
		put(p, 0, I_JOIN, 0, t, 0, 0);
	put(p, 0, I_END, 0, 0, 0, 0);
}

void program_indexer(struct vm_program *p, unsigned n)
{
	start(p, "indexer", n, 128 * 8);
	for (unsigned t = 1; t <= n; t++) {
		for (unsigned m = 1; m <= 4; m++) {
			unsigned word = m * 11 + (t - 1);
			size_t retry, wrap;

			put(p, t, I_SET, 0, 0, 0, (int)(word * 7 % 128));
			retry = put(p, t, I_CAS_AT, 1, 0, 0, (int)word);
			/* if (it failed) { h = (h + 1) % 128; retry } */
			put(p, t, I_MOVE, 2, 1, 0, 0);
			put(p, t, I_JNE, 2, 0, 0, (int)retry + 8);
			put(p, t, I_ADD, 0, 0, 0, 1);
			wrap = put(p, t, I_JNE, 0, 0, 128, 0);
			put(p, t, I_SET, 0, 0, 0, 0);
			p->code[t].at[wrap].imm = (int16_t)p->code[t].n;
			put(p, t, I_JNE, 2, 0, 1, (int)retry);
			put(p, t, I_SET, 2, 0, 0, 0);
		}
		put(p, t, I_END, 0, 0, 0, 0);
	}
}

void program_filesystem(struct vm_program *p, unsigned n)
{
	enum { INODES = 32, BLOCKS = 26 };

	start(p, "file-system", n, (INODES + BLOCKS) * 8);
	for (unsigned t = 1; t <= n; t++) {
		unsigned i = (t - 1) % INODES, b = i * 2 % BLOCKS;
		size_t skip, done[2];

		put(p, t, I_LOCK, 0, i, 0, 0);
		put(p, t, I_READ, 0, i * 8, 8, 0);
		skip = put(p, t, I_JNE, 0, 0, 0, 0);
		for (unsigned k = 0; k < 2; k++, b = (b + 1) % BLOCKS) {
			size_t busy;

			put(p, t, I_LOCK, 0, INODES + b, 0, 0);
			put(p, t, I_READ, 0, (INODES + b) * 8, 8, 0);
			busy = put(p, t, I_JNE, 0, 0, 0, 0);
			put(p, t, I_WRITE, 0, (INODES + b) * 8, 8, 1);
			put(p, t, I_WRITE, 0, i * 8, 8, (int)b + 1);
			put(p, t, I_UNLOCK, 0, INODES + b, 0, 0);
			done[k] = put(p, t, I_JNE, 3, 0, 99, 0);
			p->code[t].at[busy].imm = (int16_t)p->code[t].n;
			put(p, t, I_UNLOCK, 0, INODES + b, 0, 0);
		}
		for (unsigned k = 0; k < 2; k++)
			p->code[t].at[done[k]].imm = (int16_t)p->code[t].n;
		p->code[t].at[skip].imm = (int16_t)p->code[t].n;
		put(p, t, I_UNLOCK, 0, i, 0, 0);
		put(p, t, I_END, 0, 0, 0, 0);
	}
}

static void increments(struct vm_program *p, unsigned t, unsigned k, unsigned x, bool locked)
{
	for (unsigned i = 0; i < k; i++) {
		if (locked)
			put(p, t, I_LOCK, 0, 0, 0, 0);
		put(p, t, I_READ, 0, x, 8, 0);
		put(p, t, I_WRITE_REG, 0, x, 8, 1);
		if (locked)
			put(p, t, I_UNLOCK, 0, 0, 0, 0);
	}
}

void program_counter(struct vm_program *p, unsigned n, unsigned k)
{
	start(p, "counter", n, 8);
	for (unsigned t = 1; t <= n; t++) {
		increments(p, t, k, 0, false);
		put(p, t, I_END, 0, 0, 0, 0);
	}
}

void program_mutex_counter(struct vm_program *p, unsigned n, unsigned k)
{
	start(p, "mutex-counter", n, 8);
	for (unsigned t = 1; t <= n; t++) {
		increments(p, t, k, 0, true);
		put(p, t, I_END, 0, 0, 0, 0);
	}
}

void program_last_zero(struct vm_program *p, unsigned n)
{
	start(p, "last-zero", n + 1, (n + 1) * 8);
	put(p, 1, I_SET, 0, 0, 0, (int)n);
	put(p, 1, I_READ_AT, 1, 0, 0, 0);
	put(p, 1, I_MOVE, 2, 1, 0, 0);
	put(p, 1, I_ADD, 0, 0, 0, -1);
	put(p, 1, I_JNE, 2, 0, 0, 1); /* not zero: one further down */
	put(p, 1, I_END, 0, 0, 0, 0);
	for (unsigned i = 1; i <= n; i++) {
		put(p, i + 1, I_READ, 0, (i - 1) * 8, 8, 0);
		put(p, i + 1, I_WRITE_REG, 0, i * 8, 8, 1);
		put(p, i + 1, I_END, 0, 0, 0, 0);
	}
}

void program_readers(struct vm_program *p, unsigned n)
{
	start(p, "readers", n + 1, 8);
	put(p, 1, I_WRITE, 0, 0, 8, 1);
	put(p, 1, I_END, 0, 0, 0, 0);
	for (unsigned t = 2; t <= n + 1; t++) {
		put(p, t, I_READ, 0, 0, 8, 0);
		put(p, t, I_END, 0, 0, 0, 0);
	}
}

void program_philosophers(struct vm_program *p, unsigned n)
{
	start(p, "philosophers", n, 8);
	for (unsigned t = 1; t <= n; t++) {
		unsigned left = t - 1, right = t % n;
		unsigned first = left < right ? left : right, second = left + right - first;

		put(p, t, I_LOCK, 0, first, 0, 0);
		put(p, t, I_LOCK, 0, second, 0, 0);
		put(p, t, I_UNLOCK, 0, second, 0, 0);
		put(p, t, I_UNLOCK, 0, first, 0, 0);
		put(p, t, I_END, 0, 0, 0, 0);
	}
}

void program_long_race(struct vm_program *p, unsigned k)
{
	start(p, "long-race", 3, 16);
	put(p, 1, I_WRITE, 0, 0, 8, 1);
	put(p, 1, I_END, 0, 0, 0, 0);
	increments(p, 2, k, 8, false);
	put(p, 2, I_WRITE, 0, 0, 8, 2);
	put(p, 2, I_END, 0, 0, 0, 0);
	increments(p, 3, k, 8, false);
	put(p, 3, I_END, 0, 0, 0, 0);
}
