/* SPDX-License-Identifier: MIT */
/*
 * Randomness. rand, random and the drand48 family are deterministic in libc, and their
 * state is libc memory that every reset restores; it is shared between threads, so
 * each use is an event. Entropy comes from a generator of our own, one for each thread.
 */
#include "runtime/intercept/libc.h"

#include <errno.h>
#include <sys/random.h>

/* ------------------------------------------------------------------ entropy */

static EXEC_STATE uint64_t drawn[MAX_THREADS]; /* words that each thread has got */

/* splitmix64 (Steele, Lea, Flood 2014) of a counter. */
static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

static uint64_t random_word(void)
{
	unsigned id = self->id;
	self->asked++;
	return mix(((uint64_t)id << 48) + ++drawn[id] * 0x9e3779b97f4a7c15ull);
}

void random_fill(void *to, size_t n)
{
	char *p = to;
	while (n) {
		uint64_t word = random_word();
		size_t part = n < sizeof(word) ? n : sizeof(word);
		move_bytes(p, &word, part);
		p += part;
		n -= part;
	}
}

INTERPOSE(ssize_t, getrandom, void *to, size_t n, unsigned flags)
{
	if (flags & ~(unsigned)(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE)) {
		errno = EINVAL;
		return -1;
	}
	touch(to, n, OP_WRITE, CALLER_PC);
	random_fill(to, n);
	return (ssize_t)n;
}

INTERPOSE(int, getentropy, void *to, size_t n)
{
	if (n > 256) {
		errno = EIO;
		return -1;
	}
	touch(to, n, OP_WRITE, CALLER_PC);
	random_fill(to, n);
	return 0;
}

INTERPOSE(uint32_t, arc4random, void)
{
	return (uint32_t)random_word();
}

INTERPOSE(void, arc4random_buf, void *to, size_t n)
{
	touch(to, n, OP_WRITE, CALLER_PC);
	random_fill(to, n);
}

INTERPOSE(uint32_t, arc4random_uniform, uint32_t bound)
{
	return bound < 2 ? 0 : (uint32_t)((uint64_t)(uint32_t)random_word() * bound >> 32);
}

/* std::random_device, which may use the processor's own generator otherwise. */
INTERPOSE(unsigned, _ZNSt13random_device9_M_getvalEv, void *device)
{
	(void)device;
	return (unsigned)random_word();
}

INTERPOSE(unsigned, _ZNSt13random_device16_M_getval_pretr1Ev, void *device)
{
	(void)device;
	return (unsigned)random_word();
}

/* ---------------------------------------------------------- rand and random */

/* glibc locks these inside, so two calls are ordered but no race. */
static void shared_generator(uintptr_t pc)
{
	real_needed();
	io_event(IO_RANDOM, pc);
}

INTERPOSE(int, rand, void)
{
	shared_generator(CALLER_PC);
	return real.rand();
}

INTERPOSE(void, srand, unsigned seed)
{
	shared_generator(CALLER_PC);
	real.srand(seed);
}

INTERPOSE(long, random, void)
{
	shared_generator(CALLER_PC);
	return real.random();
}

INTERPOSE(void, srandom, unsigned seed)
{
	shared_generator(CALLER_PC);
	real.srandom(seed);
}

INTERPOSE(int, rand_r, unsigned *seed)
{
	real_needed();
	uintptr_t pc = CALLER_PC;
	touch(seed, sizeof(*seed), OP_READ, pc);
	unsigned state = *seed;
	int result = real.rand_r(&state);
	touch(seed, sizeof(*seed), OP_WRITE, pc);
	*seed = state;
	return result;
}

/* ------------------------------------------------------------------ drand48 */

/* Stands for libc's state, which has no lock: a race of the program is seen here. */
static uint64_t drand48_state;

#define SHARED48(ret, name)                                                                        \
	INTERPOSE(ret, name, void)                                                                 \
	{                                                                                          \
		real_needed();                                                                     \
		touch(&drand48_state, sizeof(drand48_state), OP_WRITE, CALLER_PC);                 \
		return real.name();                                                                \
	}

SHARED48(double, drand48)
SHARED48(long, lrand48)
SHARED48(long, mrand48)

INTERPOSE(void, srand48, long seed)
{
	real_needed();
	touch(&drand48_state, sizeof(drand48_state), OP_WRITE, CALLER_PC);
	real.srand48(seed);
}

INTERPOSE(unsigned short *, seed48, unsigned short *seed)
{
	real_needed();
	touch(seed, 6, OP_READ, CALLER_PC);
	touch(&drand48_state, sizeof(drand48_state), OP_WRITE, CALLER_PC);
	return real.seed48(seed);
}

/* The state is the caller's, three shorts. */
#define OWN48(ret, name)                                                                           \
	INTERPOSE(ret, name, unsigned short *state)                                                \
	{                                                                                          \
		real_needed();                                                                     \
		touch(state, 6, OP_WRITE, CALLER_PC);                                              \
		return real.name(state);                                                           \
	}

OWN48(double, erand48)
OWN48(long, nrand48)
OWN48(long, jrand48)
