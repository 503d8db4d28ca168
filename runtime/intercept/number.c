/* SPDX-License-Identifier: MIT */
/* Numbers out of strings: strtol and its relatives, under their C99 and C23 names. */
#include "runtime/intercept/libc.h"

#include <errno.h>

/*
 * libc's function is run first to learn how far it reads (to the byte that ends the
 * number), that is announced, and where others may have changed the string meanwhile
 * it is run again: as read_until() does. call sets stop; s and end are in scope.
 */
#define PARSE(type, call)                                                                          \
	do {                                                                                       \
		uintptr_t pc = CALLER_PC;                                                          \
		int error = errno;                                                                 \
		real_needed();                                                                     \
		for (size_t announced = 0;;) {                                                     \
			char *stop = NULL;                                                         \
			errno = error;                                                             \
			type value = call;                                                         \
			size_t needed = stop ? (size_t)(stop - s) + 1 : 0;                         \
			bool done = !live() || needed <= announced;                                \
			if (!done) {                                                               \
				access_range(s, needed, OP_READ, pc);                              \
				announced = needed;                                                \
				done = !threads_exist;                                             \
			}                                                                          \
			if (!done)                                                                 \
				continue;                                                          \
			if (end && stop) {                                                         \
				touch(end, sizeof(*end), OP_WRITE, pc);                            \
				*end = stop;                                                       \
			}                                                                          \
			return value;                                                              \
		}                                                                                  \
	} while (0)

#define PARSE_INTEGER(type, name, original)                                                        \
	INTERPOSE(type, name, const char *s, char **end, int base)                                 \
	{                                                                                          \
		PARSE(type, real.original(s, &stop, base));                                        \
	}

PARSE_INTEGER(long, strtol, strtol)
PARSE_INTEGER(unsigned long, strtoul, strtoul)
PARSE_INTEGER(long long, strtoll, strtoll)
PARSE_INTEGER(unsigned long long, strtoull, strtoull)
PARSE_INTEGER(long, strtoimax, strtol)
PARSE_INTEGER(unsigned long, strtoumax, strtoul)
PARSE_INTEGER(long long, strtoq, strtoll)
PARSE_INTEGER(unsigned long long, strtouq, strtoull)
/* What <stdlib.h> of glibc 2.38 and later calls them; they also know 0b. */
PARSE_INTEGER(long, __isoc23_strtol, __isoc23_strtol)
PARSE_INTEGER(unsigned long, __isoc23_strtoul, __isoc23_strtoul)
PARSE_INTEGER(long long, __isoc23_strtoll, __isoc23_strtoll)
PARSE_INTEGER(unsigned long long, __isoc23_strtoull, __isoc23_strtoull)

#define PARSE_FLOAT(type, name)                                                                    \
	INTERPOSE(type, name, const char *s, char **end)                                           \
	{                                                                                          \
		PARSE(type, real.name(s, &stop));                                                  \
	}

PARSE_FLOAT(float, strtof)
PARSE_FLOAT(double, strtod)
PARSE_FLOAT(long double, strtold)

#define PARSE_SIMPLE(type, name, call)                                                             \
	INTERPOSE(type, name, const char *s)                                                       \
	{                                                                                          \
		char **end = NULL;                                                                 \
		PARSE(type, (type)call);                                                           \
	}

PARSE_SIMPLE(int, atoi, real.strtol(s, &stop, 10))
PARSE_SIMPLE(long, atol, real.strtol(s, &stop, 10))
PARSE_SIMPLE(long long, atoll, real.strtoll(s, &stop, 10))
PARSE_SIMPLE(double, atof, real.strtod(s, &stop))
