/* SPDX-License-Identifier: MIT */
/*
 * What the interposers of libc functions share: strings, streams, descriptors, time.
 *
 * Every interposer works in three situations:
 *  - the runtime is not up yet (self is NULL, real.X may be NULL) or the call comes
 *    from the runtime itself or from inside libc on its behalf: not live(). Then it
 *    only does the work;
 *  - there is one thread (threads_exist is false): heap checks, no events, no copies;
 *  - threads exist: each access is announced before it happens, and what a read
 *    announced is used with the values it had at that event. Another thread may run
 *    inside any announcement, so data read before one is kept in the thread's
 *    scratch memory. Without that, "read a; write b" with a foreign write of a in
 *    between would copy the new value though the trace orders the write after the
 *    read, and a reduction could lose the old value's outcome.
 *
 * A switch never happens inside libc: events come before the real function, which
 * runs between libc_enter() and libc_leave() where it could allocate (malloc from
 * inside libc is interposed too, but is silent then). So no libc lock, of a stream
 * or any other, is ever held by a thread that is not running.
 */
#ifndef RUNTIME_INTERCEPT_LIBC_H
#define RUNTIME_INTERCEPT_LIBC_H

#include "runtime/reset/snapshot.h"
#include "runtime/rt.h"

struct sigaction;

static inline bool live(void)
{
	return likely(self != NULL) && likely(!native(self)->in_runtime);
}

static inline void libc_enter(void)
{
	if (likely(self != NULL))
		native(self)->in_runtime++;
}

static inline void libc_leave(void)
{
	if (likely(self != NULL))
		native(self)->in_runtime--;
}

/* For functions that have no fallback of their own: the originals are known afterwards. */
static inline void real_needed(void)
{
	if (unlikely(!real.write))
		real_init();
}

/* A variadic function that returns what its va_list variant does; args is in scope of call. */
#define VARIADIC(last, call)                                                                       \
	do {                                                                                       \
		va_list args;                                                                      \
		va_start(args, last);                                                              \
		int variadic_result_ = call;                                                       \
		va_end(args);                                                                      \
		return variadic_result_;                                                           \
	} while (0)

/* ------------------------------------------------------------------- ranges */

/* access_range, where the call is live. May switch threads. */
static inline void touch(const volatile void *addr, size_t size, enum op_kind kind, uintptr_t pc)
{
	if (live())
		access_range(addr, size, kind, pc);
}

/* A write that has just been done by libc: recorded before any other thread can run. */
void touch_done(const volatile void *addr, size_t size, uintptr_t pc);

/* Copies with libc's fast function where it is known. Ranges may overlap. Reports nothing. */
static inline void move_bytes(void *to, const void *from, size_t n)
{
	if (likely(real.memmove != NULL))
		real.memmove(to, from, n);
	else
		__builtin_memmove(to, from, n);
}

/* Announces the read, then the write, and copies. Large copies go in several steps. */
void copy_range(void *to, const void *from, size_t n, uintptr_t pc);
/* The second half of a copy whose read was the last event: announces the write and copies. */
void copy_read_range(void *to, const void *from, size_t n, uintptr_t pc);
/* Announces and does a memset. */
void fill_range(void *to, int byte, size_t n, uintptr_t pc);

/*
 * Memory of the calling thread, for the time of one interposed call; what an earlier
 * call left there is gone. Only where live(). Lives for ever, so an execution that
 * ends in the middle loses nothing.
 */
char *scratch_get(size_t size);
char *scratch_save(const void *from, size_t n);

/* ------------------------------------------------------------------ strings */

struct byteset {
	uint64_t bits[4];
};

static inline bool byteset_has(const struct byteset *set, char c)
{
	return set->bits[(uint8_t)c >> 6] >> ((uint8_t)c & 63) & 1;
}

static inline void byteset_add(struct byteset *set, char c)
{
	set->bits[(uint8_t)c >> 6] |= 1ull << ((uint8_t)c & 63);
}

extern const struct byteset only_nul;

/* For formats. Neither reports anything. */
static inline bool is_one_of(char c, const char *set)
{
	while (*set && *set != c)
		set++;
	return c && *set;
}

/* The next percent sign, or the end. */
static inline const char *next_percent(const char *s)
{
	while (*s && *s != '%')
		s++;
	return s;
}

/*
 * How many bytes from s to the first one in stop, it included; at most max. Reports
 * nothing, but asks the heap before it looks at a byte: a string without an end is a
 * finding at the first byte that does not belong to it.
 */
size_t scan(const char *s, size_t max, const struct byteset *stop, uintptr_t pc);
/* Announces the read of what scan() finds; the result is true of the moment of the event. */
size_t read_until(const char *s, size_t max, const struct byteset *stop, uintptr_t pc);
/* The length of a string of at most max bytes, its read announced (with the NUL). */
size_t read_string(const char *s, size_t max, uintptr_t pc);

/* What a fortified function was told of its destination: fewer than n is a finding. */
void fortify(size_t n, size_t room, const char *call, uintptr_t pc);

/* ------------------------------------------------------- streams, descriptors */

/*
 * Addresses of OP_IO events. No program can map these (mmap_min_addr is 64 KB);
 * reads of a stream use the FILE's own address.
 */
enum io_token {
	IO_DESCRIPTORS = 0x1000, /* which numbers are in use: open, close, dup */
	IO_CHANNELS = 0x1001,    /* contents of pipes, sockets, and all that is no file */
	IO_PROCESS = 0x1002,     /* working directory, umask */
	IO_RANDOM = 0x1003,      /* state of rand and random */
	IO_FILE = 0x2000,        /* + number: the position of an open file */
};

void io_event(uintptr_t token, uintptr_t pc);
/* Events on the table of descriptors, which every call that makes or drops one needs. */
static inline void io_descriptors(uintptr_t pc)
{
	fds_note_use();
	io_event(IO_DESCRIPTORS, pc);
}

bool descriptor_is_file(int fd);
/* Stops the run where a call on fd would block. events: POLLIN or POLLOUT. */
void descriptor_ready(int fd, short events, const char *what, uintptr_t pc);
/* The contents or position of fd are about to be read; what names the call for the message. */
void descriptor_read(int fd, const char *what, uintptr_t pc);
/* fd is about to be written to: counts writes to files. */
void descriptor_note_write(int fd);
/* fd, which is no file, is about to be read: counts what no reset brings back. */
void descriptor_note_read(int fd);
/* fd is new: a channel within the program, whose contents this execution puts there, or not. */
void descriptor_made(int fd, bool channel);
/* Counts at most once in an execution. */
void count_once(enum wire_counter counter);
/* A path is about to be opened: counts sources of randomness. */
void path_note_open(const char *path, uintptr_t pc);

/* Streams, while they are held by flockfile of another thread: waits. */
struct stream_use {
	void *stream;
	bool locked; /* it had to wait, and has the lock for the time of the call */
	uintptr_t pc;
};
struct stream_use stream_enter(void *stream, uintptr_t pc);
void stream_leave(const struct stream_use *use);
/* The same for a call that reads: announced, and stopped where the source has no data. */
struct stream_use stream_input_enter(void *stream, uintptr_t pc);

/* --------------------------------------------------------------------- time */

/* Virtual time of the calling thread, in nanoseconds since it all began; does not advance it. */
uint64_t clock_ns_now(void);
/* The same on a clock that programs know; false where there is no such clock. */
bool clock_read(int clock, uint64_t *ns);
/* Time passes for the calling thread, and others may run: what every sleep is. */
void virtual_sleep(uint64_t ns, uintptr_t pc);
/* Deterministic random bytes; depend on the calling thread and its earlier calls only. */
void random_fill(void *to, size_t n);

/*
 * Undoes what an execution changed in the process and memory does not hold: working
 * directory, umask, signal handlers. Called between executions, before memory is restored.
 */
void process_reset(void);
void signals_reset(void);
/* The handler that the program has registered for a signal of crashes, or NULL. */
const struct sigaction *signal_action(int sig);

#endif
