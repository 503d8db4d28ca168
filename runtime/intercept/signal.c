/* SPDX-License-Identifier: MIT */
/*
 * Signal handlers and masks. Programs may register handlers; asynchronous signals
 * themselves are refused (refused.def), so only signals from outside reach them.
 *
 * The signals that tell us of crashes stay ours: a registration for one of them is
 * remembered and shown by the next query, but not installed; when the program crashes
 * its handler is called (runtime/signals.c). Other registrations made in an execution
 * are installed, and undone before the next one. Masks are a value per
 * thread: the kernel's mask never changes, as one kernel thread runs them all.
 */
#include "runtime/intercept/libc.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

static const int ours[] = {SIGSEGV,         SIGBUS,  SIGFPE, SIGILL,
                           SIGABRT,         SIGTRAP, SIGSYS, WIRE_STUCK_SIGNAL,
                           WIRE_STOP_SIGNAL};

static EXEC_STATE struct sigaction asked[ARRAY_SIZE(ours)];
static EXEC_STATE uint64_t changed;   /* bit sig - 1: installed by this execution */
static struct sigaction original[64]; /* valid where changed */

static struct sigaction *remembered(int sig)
{
	for (size_t i = 0; i < ARRAY_SIZE(ours); i++)
		if (ours[i] == sig)
			return &asked[i];
	return NULL;
}

const struct sigaction *signal_action(int sig)
{
	const struct sigaction *act = remembered(sig);
	bool handler = act && act->sa_handler != SIG_DFL && act->sa_handler != SIG_IGN;
	return handler && sig != SIGABRT && sig != WIRE_STUCK_SIGNAL ? act : NULL;
}

void signals_reset(void)
{
	for (int sig = 1; changed; sig++, changed >>= 1)
		if (changed & 1)
			real.sigaction(sig, &original[sig - 1], NULL);
}

static int install(int sig, const struct sigaction *act, struct sigaction *old)
{
	struct sigaction before;
	if (real.sigaction(sig, act, &before))
		return -1;
	if (act && threads_exist && !(changed >> (sig - 1) & 1)) {
		original[sig - 1] = before;
		changed |= 1ull << (sig - 1);
	}
	*old = before;
	return 0;
}

static int set_action(int sig, const struct sigaction *act, struct sigaction *old, uintptr_t pc)
{
	struct sigaction before = {.sa_flags = 0}, wanted = {.sa_flags = 0};
	real_needed();
	if (act) {
		touch(act, sizeof(*act), OP_READ, pc);
		wanted = *act;
	}
	io_event(IO_PROCESS, pc);
	struct sigaction *mine = remembered(sig);
	if (mine) {
		before = *mine;
		if (act)
			*mine = wanted;
	} else if (install(sig, act ? &wanted : NULL, &before)) {
		return -1;
	}
	if (old) {
		touch(old, sizeof(*old), OP_WRITE, pc);
		*old = before;
	}
	return 0;
}

#define SIGACTION(name)                                                                            \
	INTERPOSE(int, name, int sig, const struct sigaction *act, struct sigaction *old)          \
	{                                                                                          \
		return set_action(sig, act, old, CALLER_PC);                                       \
	}

SIGACTION(sigaction)
SIGACTION(__sigaction)

static sighandler_t set_handler(int sig, sighandler_t handler, int flags, uintptr_t pc)
{
	struct sigaction act = {.sa_flags = flags}, old;
	act.sa_handler = handler;
	return set_action(sig, &act, &old, pc) ? SIG_ERR : old.sa_handler;
}

#define SIGNAL(name, flags)                                                                        \
	INTERPOSE(sighandler_t, name, int sig, sighandler_t handler)                               \
	{                                                                                          \
		return set_handler(sig, handler, flags, CALLER_PC);                                \
	}

SIGNAL(signal, SA_RESTART)
SIGNAL(bsd_signal, SA_RESTART)
SIGNAL(ssignal, SA_RESTART)
SIGNAL(sysv_signal, (int)(SA_RESETHAND | SA_NODEFER))
SIGNAL(__sysv_signal, (int)(SA_RESETHAND | SA_NODEFER))

/* Handlers run on our stack for signals, which is large enough. */
INTERPOSE(int, sigaltstack, const stack_t *stack, stack_t *old)
{
	(void)stack;
	if (old)
		*old = (stack_t){.ss_flags = SS_DISABLE};
	return 0;
}

/* -------------------------------------------------------------------- masks */

static EXEC_STATE uint64_t masks[MAX_THREADS];

static int set_mask(int how, const sigset_t *set, sigset_t *old, uintptr_t pc)
{
	uint64_t *mask = &masks[self ? self->id : 0], before = *mask, wanted = 0;
	if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
		return EINVAL;
	if (set) {
		touch(set, sizeof(wanted), OP_READ, pc);
		memcpy(&wanted, set, sizeof(wanted));
		*mask = how == SIG_SETMASK ? wanted
		        : how == SIG_BLOCK ? before | wanted
		                           : before & ~wanted;
	}
	if (old) {
		touch(old, sizeof(*old), OP_WRITE, pc);
		memset(old, 0, sizeof(*old));
		memcpy(old, &before, sizeof(before));
	}
	return 0;
}

INTERPOSE(int, pthread_sigmask, int how, const sigset_t *set, sigset_t *old)
{
	return set_mask(how, set, old, CALLER_PC);
}

INTERPOSE(int, sigprocmask, int how, const sigset_t *set, sigset_t *old)
{
	int error = set_mask(how, set, old, CALLER_PC);
	if (error)
		errno = error;
	return error ? -1 : 0;
}

/* ------------------------------------------------------------------ sending */

/* Only the question whether the receiver exists has an answer. */
INTERPOSE(int, kill, int pid, int sig)
{
	real_needed();
	if (sig)
		unsupported("kill", CALLER_PC);
	return real.kill(pid, sig);
}

INTERPOSE(int, tgkill, int group, int tid, int sig)
{
	real_needed();
	if (sig)
		unsupported("tgkill", CALLER_PC);
	return real.tgkill(group, tid, sig);
}

INTERPOSE(int, pthread_kill, uintptr_t thread, int sig)
{
	if (sig)
		unsupported("pthread_kill", CALLER_PC);
	return thread_by_handle(thread) ? 0 : ESRCH;
}
