/* SPDX-License-Identifier: MIT */
/*
 * Calls that wait for something outside of the program. Each is tried without
 * waiting; where it would have to wait, the run stops and names it: a real wait would
 * stop all threads, and what it waits for is not under our control.
 */
#include "runtime/intercept/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Something on the outside is looked at. */
static void look(uintptr_t pc)
{
	real_needed();
	if (live())
		io_event(IO_CHANNELS, pc);
}

/* --------------------------------------------------------- poll and select */

/* Nothing is ready: a call without descriptors is a sleep, the others stop the run. */
static void nothing_ready(bool no_descriptors, uint64_t ns, const char *what, uintptr_t pc)
{
	if (!no_descriptors || ns == UINT64_MAX)
		unsupported(what, pc);
	virtual_sleep(ns, pc);
}

static uint64_t ns_of_ms(int ms)
{
	return ms < 0 ? UINT64_MAX : (uint64_t)ms * 1000000;
}

static uint64_t ns_of_timespec(const struct timespec *t)
{
	return t ? (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_nsec : UINT64_MAX;
}

static int poll_at_once(struct pollfd *fds, unsigned long n, uint64_t ns, const char *what,
                        uintptr_t pc)
{
	look(pc);
	int ready = real.poll(fds, n, 0);
	if (ready > 0)
		touch_done(fds, n * sizeof(*fds), pc);
	if (!ready && ns && live())
		nothing_ready(!n, ns, what, pc);
	return ready;
}

INTERPOSE(int, poll, struct pollfd *fds, unsigned long n, int timeout)
{
	return poll_at_once(fds, n, ns_of_ms(timeout), "poll that has to wait", CALLER_PC);
}

INTERPOSE(int, __poll_chk, struct pollfd *fds, unsigned long n, int timeout, size_t room)
{
	fortify(n * sizeof(*fds), room, "poll", CALLER_PC);
	return poll_at_once(fds, n, ns_of_ms(timeout), "poll that has to wait", CALLER_PC);
}

INTERPOSE(int, ppoll, struct pollfd *fds, unsigned long n, const struct timespec *t,
          const void *mask)
{
	(void)mask; /* no signal comes while nothing is waited for */
	return poll_at_once(fds, n, ns_of_timespec(t), "ppoll that has to wait", CALLER_PC);
}

static int select_at_once(int n, fd_set *sets[3], uint64_t ns, const char *what, uintptr_t pc)
{
	struct timeval zero = {0, 0};
	look(pc);
	int ready = real.select(n, sets[0], sets[1], sets[2], &zero);
	for (int i = 0; i < 3 && ready >= 0; i++)
		if (sets[i])
			touch_done(sets[i], ((size_t)n + 63) / 64 * 8, pc);
	if (!ready && ns && live())
		nothing_ready(n <= 0 || (!sets[0] && !sets[1] && !sets[2]), ns, what, pc);
	return ready;
}

INTERPOSE(int, select, int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *t)
{
	uint64_t ns =
	        t ? (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_usec * 1000 : UINT64_MAX;
	fd_set *sets[3] = {r, w, e};
	return select_at_once(n, sets, ns, "select that has to wait", CALLER_PC);
}

INTERPOSE(int, pselect, int n, fd_set *r, fd_set *w, fd_set *e, const struct timespec *t,
          const void *m)
{
	(void)m;
	fd_set *sets[3] = {r, w, e};
	return select_at_once(n, sets, ns_of_timespec(t), "pselect that has to wait", CALLER_PC);
}

static int epoll_at_once(int fd, struct epoll_event *events, int max, int timeout, uintptr_t pc)
{
	look(pc);
	int n = real.epoll_wait(fd, events, max, 0);
	if (n > 0)
		touch_done(events, (size_t)n * sizeof(*events), pc);
	if (!n && timeout && live())
		unsupported("epoll_wait that has to wait", pc);
	return n;
}

INTERPOSE(int, epoll_wait, int fd, struct epoll_event *events, int max, int timeout)
{
	return epoll_at_once(fd, events, max, timeout, CALLER_PC);
}

INTERPOSE(int, epoll_pwait, int fd, struct epoll_event *events, int max, int timeout,
          const void *mask)
{
	(void)mask;
	return epoll_at_once(fd, events, max, timeout, CALLER_PC);
}

/* ----------------------------------------------------------------- sockets */

static void accept_ready(int fd, uintptr_t pc)
{
	look(pc);
	if (!live())
		return;
	io_descriptors(pc);
	descriptor_ready(fd, POLLIN, "accept without a waiting connection", pc);
}

INTERPOSE(int, accept, int fd, void *address, void *size)
{
	accept_ready(fd, CALLER_PC);
	return real.accept(fd, address, size);
}

INTERPOSE(int, accept4, int fd, void *address, void *size, int flags)
{
	accept_ready(fd, CALLER_PC);
	return real.accept4(fd, address, size, flags);
}

/* A connection that is made at once (a local one) is made; no other is waited for. */
INTERPOSE(int, connect, int fd, const void *address, unsigned size)
{
	uintptr_t pc = CALLER_PC;
	look(pc);
	int flags = real.fcntl(fd, F_GETFL);
	if (!live() || flags < 0 || flags & O_NONBLOCK)
		return real.connect(fd, address, size);
	real.fcntl(fd, F_SETFL, flags | O_NONBLOCK);
	int result = real.connect(fd, address, size);
	int error = result < 0 ? errno : 0;
	real.fcntl(fd, F_SETFL, flags);
	if (error == EAGAIN)
		unsupported("connect that has to wait", pc);
	if (error == EINPROGRESS) {
		socklen_t length = sizeof(error);
		descriptor_ready(fd, POLLOUT, "connect that has to wait", pc);
		getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
		result = error ? -1 : 0;
	}
	if (result < 0)
		errno = error;
	return result;
}

/* ---------------------------------------------------------------- processes */

static int wait_at_once(int pid, int *status, int options, void *usage, uintptr_t pc)
{
	look(pc);
	int result = real.wait4(pid, status, options | WNOHANG, usage);
	if (!result && !(options & WNOHANG))
		unsupported("wait for a process that still runs", pc);
	if (result > 0 && status)
		touch_done(status, sizeof(*status), pc);
	return result;
}

INTERPOSE(int, wait, int *status)
{
	return wait_at_once(-1, status, 0, NULL, CALLER_PC);
}

INTERPOSE(int, waitpid, int pid, int *status, int options)
{
	return wait_at_once(pid, status, options, NULL, CALLER_PC);
}

INTERPOSE(int, wait3, int *status, int options, void *usage)
{
	return wait_at_once(-1, status, options, usage, CALLER_PC);
}

INTERPOSE(int, wait4, int pid, int *status, int options, void *usage)
{
	return wait_at_once(pid, status, options, usage, CALLER_PC);
}

INTERPOSE(int, waitid, int type, int id, siginfo_t *info, int options)
{
	siginfo_t mine = {.si_pid = 0};
	look(CALLER_PC);
	int result = real.waitid(type, id, &mine, options | WNOHANG);
	if (!result && !mine.si_pid && !(options & WNOHANG))
		unsupported("wait for a process that still runs", CALLER_PC);
	if (info)
		*info = mine;
	return result;
}

/* --------------------------------------------------- System V, record locks */

INTERPOSE(ssize_t, msgrcv, int id, void *message, size_t size, long type, int flags)
{
	look(CALLER_PC);
	ssize_t n = real.msgrcv(id, message, size, type, flags | IPC_NOWAIT);
	if (n < 0 && errno == ENOMSG && !(flags & IPC_NOWAIT))
		unsupported("msgrcv that has to wait", CALLER_PC);
	if (n >= 0)
		touch_done(message, (size_t)n + sizeof(long), CALLER_PC);
	return n;
}

INTERPOSE(int, msgsnd, int id, const void *message, size_t size, int flags)
{
	touch(message, size + sizeof(long), OP_READ, CALLER_PC);
	look(CALLER_PC);
	int result = real.msgsnd(id, message, size, flags | IPC_NOWAIT);
	if (result < 0 && errno == EAGAIN && !(flags & IPC_NOWAIT))
		unsupported("msgsnd that has to wait", CALLER_PC);
	return result;
}

#define SEMOP_MAX 64

static int semop_at_once(int id, const struct sembuf *operations, size_t n, uintptr_t pc)
{
	struct sembuf mine[SEMOP_MAX];
	bool may_wait = false;
	look(pc);
	if (n > SEMOP_MAX) {
		errno = E2BIG;
		return -1;
	}
	for (size_t i = 0; i < n; i++) {
		mine[i] = operations[i];
		may_wait |= !(mine[i].sem_flg & IPC_NOWAIT);
		mine[i].sem_flg |= IPC_NOWAIT;
	}
	int result = real.semop(id, mine, n);
	if (result < 0 && errno == EAGAIN && may_wait)
		unsupported("semop that has to wait", pc);
	return result;
}

INTERPOSE(int, semop, int id, struct sembuf *operations, size_t n)
{
	return semop_at_once(id, operations, n, CALLER_PC);
}

INTERPOSE(int, semtimedop, int id, struct sembuf *operations, size_t n, const void *timeout)
{
	(void)timeout;
	return semop_at_once(id, operations, n, CALLER_PC);
}

INTERPOSE(int, flock, int fd, int operation)
{
	look(CALLER_PC);
	int result = real.flock(fd, operation | LOCK_NB);
	if (result < 0 && errno == EWOULDBLOCK && !(operation & LOCK_NB))
		unsupported("flock that has to wait", CALLER_PC);
	return result;
}

#define LOCKF(name)                                                                                \
	INTERPOSE(int, name, int fd, int command, off_t size)                                      \
	{                                                                                          \
		look(CALLER_PC);                                                                   \
		int result = real.lockf(fd, command == F_LOCK ? F_TLOCK : command, size);          \
		if (result < 0 && command == F_LOCK && (errno == EAGAIN || errno == EACCES))       \
			unsupported("lockf that has to wait", CALLER_PC);                          \
		return result;                                                                     \
	}

LOCKF(lockf)
LOCKF(lockf64)

/* The third argument is an integer or a pointer; both come in one register. */
static int fcntl_at_once(int fd, int command, void *arg, uintptr_t pc)
{
	real_needed();
	if (!live())
		return real.fcntl(fd, command, arg);
	if (command == F_DUPFD || command == F_DUPFD_CLOEXEC)
		io_descriptors(pc);
	bool waits = command == F_SETLKW || command == F_OFD_SETLKW;
	if (waits)
		command = command == F_SETLKW ? F_SETLK : F_OFD_SETLK;
	int result = real.fcntl(fd, command, arg);
	if (result < 0 && waits && (errno == EAGAIN || errno == EACCES))
		unsupported("fcntl that has to wait for a lock", pc);
	return result;
}

#define FCNTL(name)                                                                                \
	INTERPOSE(int, name, int fd, int command, ...)                                             \
	{                                                                                          \
		va_list args;                                                                      \
		va_start(args, command);                                                           \
		void *arg = va_arg(args, void *);                                                  \
		va_end(args);                                                                      \
		return fcntl_at_once(fd, command, arg, CALLER_PC);                                 \
	}

FCNTL(fcntl)
FCNTL(fcntl64)
