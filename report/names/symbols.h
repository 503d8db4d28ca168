/* SPDX-License-Identifier: MIT */
/*
 * From addresses of a worker to what its author wrote: functions, lines, variables.
 *
 * Works from the text of the worker's /proc/PID/maps (jobs/workers/outcome.h), so the
 * worker need not live any more. Nothing is read before it is asked for, and nothing
 * is fetched from the network.
 */
#ifndef REPORT_SYMBOLS_H
#define REPORT_SYMBOLS_H

#include "base/text.h"
#include "base/vec.h"

struct symbols;

/* One function on a stack. Strings belong to the symbols. */
struct source_frame {
	const char *function; /* NULL where unknown */
	const char *file;     /* below the current directory where possible; NULL where unknown */
	const char *path;     /* the same, absolute */
	unsigned line;
	unsigned column;    /* 0 where unknown */
	bool inlined;       /* into the frame that follows */
	const char *module; /* the file that holds the code, without its directory; or NULL */
	bool library;       /* not written by the program's author: libc, the headers of C++ … */
	bool checker;       /* scree's own runtime inside the program: nothing to show to anyone */
};
typedef VEC(struct source_frame) frame_vec;

/* maps may be NULL: then every address is unknown. Never fails. */
struct symbols *symbols_open(const char *maps) MUST_USE;
void symbols_free(struct symbols *s);

/*
 * The functions that a return address lies in: inlined ones first, innermost first, at
 * least one. Valid until symbols_free.
 */
const frame_vec *symbols_frames(struct symbols *s, uint64_t return_address);
/*
 * Where a stack is, for someone who wrote the program: the innermost function of the program's
 * own with a file and line; else of a library; or NULL.
 */
const struct source_frame *symbols_place(struct symbols *s, const uint64_t *stack, size_t n);

/*
 * Adds the name of the variable at addr: `counter`, `table[3].head`, `stdout+8`. size is
 * how many bytes are meant, 0 where unknown. Where no variable is known: what kind
 * of memory it is and the address. False in that case.
 */
bool symbols_object(struct symbols *s, uint64_t addr, uint32_t size, struct buf *out);

#endif
