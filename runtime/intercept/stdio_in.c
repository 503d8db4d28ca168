/* SPDX-License-Identifier: MIT */
/*
 * Input from streams. What a thread gets depends on what others have read from the
 * stream before: one OP_IO event on the FILE for each call. Results go through
 * scratch memory, so that the event of the stream and the write are two steps.
 */
#include "runtime/intercept/libc.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
/* Macros, where the compiler optimizes. */
#undef fread_unlocked
#undef fwrite_unlocked

#define NO_INPUT "read from a stream that has no data"
/* More than this is read in place rather than through scratch memory. */
#define SCRATCH_READ_MAX (16u << 20)

/* Without buffered bytes libc will read the descriptor; that must not block. */
static void check_source(FILE *stream, uintptr_t pc)
{
	int fd = fileno(stream);
	if (stream->_IO_read_ptr < stream->_IO_read_end || fd < 0 || descriptor_is_file(fd))
		return;
	descriptor_ready(fd, POLLIN, NO_INPUT, pc);
	descriptor_note_read(fd);
}

struct stream_use stream_input_enter(void *stream, uintptr_t pc)
{
	if (live())
		io_event((uintptr_t)stream, pc);
	struct stream_use use = stream_enter(stream, pc);
	if (self && native(self)->in_runtime == 1)
		check_source(stream, pc);
	return use;
}

static void input_leave(const struct stream_use *use)
{
	int error = errno;
	stream_leave(use);
	errno = error;
}

#define WITH_STREAM(type, stream, call)                                                            \
	do {                                                                                       \
		struct stream_use use = stream_input_enter(stream, CALLER_PC);                     \
		type result = call;                                                                \
		input_leave(&use);                                                                 \
		return result;                                                                     \
	} while (0)

#define GET_CHARACTER(name)                                                                        \
	INTERPOSE(int, name, FILE *stream)                                                         \
	{                                                                                          \
		WITH_STREAM(int, stream, real.fgetc(stream));                                      \
	}

GET_CHARACTER(fgetc)
GET_CHARACTER(getc)
GET_CHARACTER(_IO_getc)
GET_CHARACTER(fgetc_unlocked)
GET_CHARACTER(getc_unlocked)

#define GET_CHARACTER_STDIN(name)                                                                  \
	INTERPOSE(int, name, void)                                                                 \
	{                                                                                          \
		WITH_STREAM(int, stdin, real.fgetc(stdin));                                        \
	}

GET_CHARACTER_STDIN(getchar)
GET_CHARACTER_STDIN(getchar_unlocked)

/* ------------------------------------------------------------------- blocks */

typedef size_t (*read_fn)(void *to, size_t size, size_t n, void *stream);

static size_t read_block(void *to, size_t size, size_t n, FILE *stream, read_fn fn, uintptr_t pc)
{
	size_t bytes;
	bool direct = !live() || !threads_exist || __builtin_mul_overflow(size, n, &bytes) ||
	              bytes > SCRATCH_READ_MAX;
	struct stream_use use = stream_input_enter(stream, pc);
	char *into = direct ? to : scratch_get(bytes);
	size_t got = fn(into, size, n, stream);
	input_leave(&use);
	/* A last, incomplete item is stored too, but how much of it is not told. */
	if (direct) {
		touch_done(to, got * size, pc);
		return got;
	}
	touch(to, got * size, OP_WRITE, pc);
	move_bytes(to, into, got * size);
	return got;
}

INTERPOSE(size_t, fread, void *to, size_t size, size_t n, FILE *stream)
{
	real_needed();
	return read_block(to, size, n, stream, real.fread, CALLER_PC);
}

INTERPOSE(size_t, fread_unlocked, void *to, size_t size, size_t n, FILE *stream)
{
	real_needed();
	return read_block(to, size, n, stream, real.fread_unlocked, CALLER_PC);
}

#define FREAD_CHECKED(name, plain)                                                                 \
	INTERPOSE(size_t, name, void *to, size_t room, size_t size, size_t n, FILE *stream)        \
	{                                                                                          \
		real_needed();                                                                     \
		fortify(size *n, room, #plain, CALLER_PC);                                         \
		return read_block(to, size, n, stream, real.plain, CALLER_PC);                     \
	}

FREAD_CHECKED(__fread_chk, fread)
FREAD_CHECKED(__fread_unlocked_chk, fread_unlocked)

/* -------------------------------------------------------------------- lines */

static char *read_line(char *to, int size, FILE *stream, uintptr_t pc)
{
	bool direct = !live() || !threads_exist || size <= 0;
	struct stream_use use = stream_input_enter(stream, pc);
	char *into = direct ? to : scratch_get((size_t)size);
	char *line = real.fgets(into, size, stream);
	input_leave(&use);
	if (!line)
		return NULL;
	size_t n = scan(into, (size_t)size, &only_nul, pc);
	if (direct) {
		touch_done(to, n, pc);
		return to;
	}
	touch(to, n, OP_WRITE, pc);
	move_bytes(to, into, n);
	return to;
}

#define FGETS(name)                                                                                \
	INTERPOSE(char *, name, char *to, int size, FILE *stream)                                  \
	{                                                                                          \
		return read_line(to, size, stream, CALLER_PC);                                     \
	}

FGETS(fgets)
FGETS(fgets_unlocked)

#define FGETS_CHECKED(name)                                                                        \
	INTERPOSE(char *, name, char *to, size_t room, int size, FILE *stream)                     \
	{                                                                                          \
		fortify(size > 0 ? (size_t)size : 0, room, "fgets", CALLER_PC);                    \
		return read_line(to, size, stream, CALLER_PC);                                     \
	}

FGETS_CHECKED(__fgets_chk)
FGETS_CHECKED(__fgets_unlocked_chk)

/* Makes room for n bytes as getline does. */
static char *room_for(char **line, size_t *size, size_t n, uintptr_t pc)
{
	touch(line, sizeof(*line), OP_READ, pc);
	touch(size, sizeof(*size), OP_READ, pc);
	char *had = *line;
	if (had && *size >= n)
		return had;
	char *grown = heap_realloc(had, n < 120 ? 120 : n, pc);
	if (!grown)
		return NULL;
	touch(line, sizeof(*line), OP_WRITE, pc);
	*line = grown;
	touch(size, sizeof(*size), OP_WRITE, pc);
	*size = n < 120 ? 120 : n;
	return grown;
}

static ssize_t read_delimited(char **line, size_t *size, int delimiter, FILE *stream, uintptr_t pc)
{
	char *mine = NULL;
	size_t mine_size = 0;
	if (!line || !size) {
		errno = EINVAL;
		return -1;
	}
	struct stream_use use = stream_input_enter(stream, pc);
	bool in_place = !self || native(self)->in_runtime > 1;
	ssize_t n = in_place ? real.getdelim(line, size, delimiter, stream)
	                     : real.getdelim(&mine, &mine_size, delimiter, stream);
	input_leave(&use);
	if (in_place)
		return n;
	/* libc allocates even where it reads nothing. */
	int error = errno;
	char *to = room_for(line, size, n < 0 ? 1 : (size_t)n + 1, pc);
	if (to && n >= 0) {
		touch(to, (size_t)n + 1, OP_WRITE, pc);
		move_bytes(to, mine, (size_t)n + 1);
	}
	libc_enter();
	heap_free(mine, pc);
	libc_leave();
	errno = to ? error : ENOMEM;
	return to ? n : -1;
}

#define GETDELIM(name)                                                                             \
	INTERPOSE(ssize_t, name, char **line, size_t *size, int delimiter, FILE *stream)           \
	{                                                                                          \
		return read_delimited(line, size, delimiter, stream, CALLER_PC);                   \
	}

GETDELIM(getdelim)
GETDELIM(__getdelim)

#define GETLINE(name)                                                                              \
	INTERPOSE(ssize_t, name, char **line, size_t *size, FILE *stream)                          \
	{                                                                                          \
		return read_delimited(line, size, '\n', stream, CALLER_PC);                        \
	}

GETLINE(getline)
GETLINE(__getline)

/* -------------------------------------------------------------------- state */

/* What changes or tells the state of a stream without reading its descriptor. */
#define STATE_CALL(type, call)                                                                     \
	do {                                                                                       \
		if (live())                                                                        \
			io_event((uintptr_t)stream, CALLER_PC);                                    \
		struct stream_use use = stream_enter(stream, CALLER_PC);                           \
		type result = call;                                                                \
		input_leave(&use);                                                                 \
		return result;                                                                     \
	} while (0)

INTERPOSE(int, ungetc, int c, FILE *stream)
{
	STATE_CALL(int, real.ungetc(c, stream));
}

INTERPOSE(int, fseek, FILE *stream, long offset, int whence)
{
	STATE_CALL(int, real.fseek(stream, offset, whence));
}

#define FSEEKO(name)                                                                               \
	INTERPOSE(int, name, FILE *stream, off_t offset, int whence)                               \
	{                                                                                          \
		STATE_CALL(int, real.fseeko(stream, offset, whence));                              \
	}

FSEEKO(fseeko)
FSEEKO(fseeko64)

INTERPOSE(long, ftell, FILE *stream)
{
	STATE_CALL(long, real.ftell(stream));
}

#define FTELLO(name)                                                                               \
	INTERPOSE(off_t, name, FILE *stream)                                                       \
	{                                                                                          \
		STATE_CALL(off_t, real.ftello(stream));                                            \
	}

FTELLO(ftello)
FTELLO(ftello64)

INTERPOSE(int, feof, FILE *stream)
{
	STATE_CALL(int, real.feof(stream));
}

INTERPOSE(void, rewind, FILE *stream)
{
	if (live())
		io_event((uintptr_t)stream, CALLER_PC);
	struct stream_use use = stream_enter(stream, CALLER_PC);
	real.rewind(stream);
	input_leave(&use);
}

INTERPOSE(int, setvbuf, FILE *stream, char *buf, int mode, size_t size)
{
	STATE_CALL(int, real.setvbuf(stream, buf, mode, size));
}
