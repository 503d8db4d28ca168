/* SPDX-License-Identifier: MIT */
/* Crashes of the tested program, and the controller's question where it is stuck. */
#include "runtime/signals.h"
#include "runtime/fiber/slot.h"
#include "runtime/intercept/libc.h"
#include "runtime/reset/snapshot.h"
#include "runtime/rt.h"
#include "runtime/arch/x86_64/syscall.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#define ALT_STACK (128u << 10)
#define NEAR	  (64u << 10)

extern char __start_scree_text[], __stop_scree_text[];

struct fault {
	uintptr_t pc;
	uintptr_t sp;
	uintptr_t addr;
	bool write;
	bool known; /* the kernel told the address */
};

static struct fault fault_of(const siginfo_t *info, const ucontext_t *uc)
{
	struct fault f = {
		.pc = (uintptr_t)uc->uc_mcontext.gregs[REG_RIP] + 1, /* looked up as pc - 1 */
		.sp = (uintptr_t)uc->uc_mcontext.gregs[REG_RSP],
		.addr = (uintptr_t)info->si_addr,
		.write = uc->uc_mcontext.gregs[REG_ERR] & 2,
		.known = info->si_code > 0 && info->si_code != SI_KERNEL,
	};
	/* Our code acts for the program: an atomic operation, a copy. Its caller did it. */
	uintptr_t lo = (uintptr_t)__start_scree_text, hi = (uintptr_t)__stop_scree_text;
	if (f.pc - lo <= hi - lo)
		f.pc = thread_pending(self)->pc;
	return f;
}

static bool is_stack_overflow(const struct fault *f)
{
	if (!f->known)
		return false;
	if (slot_guarding(f->addr))
		return slot_guarding(f->addr) == self->slot;
	bool near_sp = f->addr + NEAR > f->sp && f->addr < f->sp + NEAR;
	return !self->slot && near_sp;
}

static NORETURN void report_segv(const struct fault *f)
{
	const char *what = f->write ? "write to" : "read from";
	if (is_stack_overflow(f))
		finding_raise(FINDING_STACK_OVERFLOW, f->pc,
			      "{T%u} ran over the end of its stack (depth %u)", (unsigned)self->id,
			      self->depth);
	if (!f->known)
		finding_raise(FINDING_SEGFAULT, f->pc,
			      "access through a wild pointer (not a valid address)");
	if (f->addr < 4096)
		finding_raise(FINDING_SEGFAULT, f->pc, "null pointer dereference: %s address %p", what,
			      (void *)f->addr);
	finding_raise(FINDING_SEGFAULT, f->pc, "wild pointer: %s address %p", what, (void *)f->addr);
}

static void on_crash(int sig, siginfo_t *info, void *context)
{
	struct fault f = fault_of(info, context);
	if (signal_is_handled(sig))
		env_error(f.pc, "signal %d: the program has a handler for it, which is not supported",
			  sig);
	switch (sig) {
	case SIGSEGV:
		report_segv(&f);
	case SIGBUS:
		finding_raise(FINDING_SEGFAULT, f.pc, "bus error at address %p", (void *)f.addr);
	case SIGFPE:
		finding_raise(FINDING_SEGFAULT, f.pc,
			      "arithmetic exception (SIGFPE): division by zero or overflow");
	case SIGILL:
		finding_raise(FINDING_SEGFAULT, f.pc, "illegal instruction (SIGILL)");
	default:
		finding_raise(FINDING_ABORT, f.pc, "the program was ended by signal %d", sig);
	}
}

static void on_stuck(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	struct fault f = fault_of(info, context);
	finding_raise(FINDING_INFINITE_LOOP, f.pc,
		      threads_exist ? "{T%u} runs without end and without doing anything visible"
				    : "{T%u} runs without end before the first thread is created",
		      (unsigned)self->id);
}

static void install(int sig, void (*handler)(int, siginfo_t *, void *))
{
	struct sigaction sa = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART};
	sa.sa_sigaction = handler;
	real.sigaction(sig, &sa, NULL);
}

void signals_init(void)
{
	char *stack = raw_mmap(0, ALT_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			       -1, 0);
	if (raw_failed(stack))
		env_error(0, "cannot map a signal stack (error %ld)", -(long)stack);
	snapshot_exclude((uintptr_t)stack, (uintptr_t)stack + ALT_STACK);
	stack_t alt = {.ss_sp = stack, .ss_size = ALT_STACK};
	raw_syscall2(SYS_sigaltstack, &alt, 0);
	static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
	for (size_t i = 0; i < ARRAY_SIZE(crashes); i++)
		install(crashes[i], on_crash);
	install(WIRE_STUCK_SIGNAL, on_stuck);
}
