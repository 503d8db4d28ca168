/* SPDX-License-Identifier: MIT */
/* Crashes of the tested program, and the controller's question where it is stuck. */
#include "runtime/signals.h"
#include "runtime/fiber/slot.h"
#include "runtime/intercept/libc.h"
#include "runtime/reset/quiet.h"
#include "runtime/reset/snapshot.h"
#include "runtime/rt.h"
#include "engine/loop.h"
#include "runtime/run.h"
#include "runtime/arch/x86_64/syscall.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>

#define ALT_STACK (128u << 10)
#define NEAR      (64u << 10)
#define RED_ZONE  128
#define SAMPLES   64
/* Of a stack overflow: calls that led to the recursion, calls before the end. */
#define SHOWN_CALLS 64
#define SHOWN_END   8

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
	/* A call to nowhere: the return address on the stack tells who made it. */
	if (f.pc - 1 < 4096 && f.addr == f.pc - 1)
		f.pc = *(uintptr_t *)f.sp;
	return f;
}

static bool is_stack_overflow(const struct fault *f)
{
	if (!f->known)
		return false;
	if (slot_guarding(f->addr))
		return slot_guarding(f->addr) == native(self)->slot;
	bool near_sp = f->addr + NEAR > f->sp && f->addr < f->sp + NEAR;
	return !native(self)->slot && near_sp;
}

/*
 * Where exactly the stack ended depends on what lay on it before main, such as the environment.
 * The place of the finding is the call that leads round, which does not.
 */
static NORETURN void report_stack_overflow(uintptr_t pc)
{
	struct finding *finding = finding_start(FINDING_STACK_OVERFLOW, pc,
	                                        "{T%u} ran over the end of its stack (depth %u)",
	                                        (unsigned)self->id, self->depth);
	uint64_t begin[SHOWN_CALLS];
	size_t n = thread_recursion(self, begin, ARRAY_SIZE(begin));
	if (n) {
		size_t end = finding->stack.n < SHOWN_END ? finding->stack.n : SHOWN_END;
		finding_note(finding, self, finding->stack.at, end, "the stack ended here");
		vec_clear(&finding->stack);
		for (size_t i = 0; i < n; i++)
			vec_push(&finding->stack, begin[i]);
	}
	finding_finish(finding);
}

/* Programs may run on stacks of their own making. On the last bytes nothing can be told. */
void stack_is_low(uintptr_t sp, uintptr_t pc)
{
	if (sp >= native(self)->stack_lo + STACK_ROOM / 4)
		report_stack_overflow(pc);
}

static NORETURN void report_segv(const struct fault *f)
{
	const char *what = f->write ? "write to" : "read from";
	if (is_stack_overflow(f))
		report_stack_overflow(f->pc);
	if (!f->known)
		finding_raise(FINDING_SEGFAULT, f->pc,
		              "access through a wild pointer (not a valid address)");
	if (f->addr < 4096)
		finding_raise(FINDING_SEGFAULT, f->pc, "null pointer dereference: %s address %p",
		              what, (void *)f->addr);
	finding_raise(FINDING_SEGFAULT, f->pc, "wild pointer: %s address %p", what,
	              (void *)f->addr);
}

static NORETURN void report_crash(int sig, const siginfo_t *info, const ucontext_t *uc)
{
	struct fault f = fault_of(info, uc);
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

/* What a handler of the program gets, on the stack of the thread that crashed. */
struct delivery {
	int sig;
	siginfo_t info;
	ucontext_t context;
};

/* A handler that returns would crash at the same place again: that is the finding. */
static void run_handler(struct delivery *d)
{
	native(self)->in_runtime =
	        0; /* it may have been libc, for us; a handler may leave by longjmp */
	signal_action(d->sig)->sa_sigaction(d->sig, &d->info, &d->context);
	report_crash(d->sig, &d->info, &d->context);
}

/*
 * Lets the crashed thread go on in the program's own handler. Not here: this stack is
 * the same for all threads, and the handler may be switched away from.
 */
static void deliver(int sig, const siginfo_t *info, ucontext_t *uc)
{
	greg_t *regs = uc->uc_mcontext.gregs;
	uintptr_t at = ((uintptr_t)regs[REG_RSP] - RED_ZONE - sizeof(struct delivery)) & ~63ull;
	struct delivery *d = (struct delivery *)at;
	*d = (struct delivery){.sig = sig, .info = *info, .context = *uc};
	regs[REG_RDI] = (greg_t)at;
	regs[REG_RSP] = (greg_t)(at - 8); /* as after a call */
	regs[REG_RIP] = (greg_t)(uintptr_t)run_handler;
}

static void on_crash(int sig, siginfo_t *info, void *context)
{
	struct fault f = fault_of(info, context);
	if (sig == SIGSEGV && f.known && f.write && quiet_written(f.addr))
		return;
	if (checker_runs())
		BUG("signal %d between two executions, address %p", sig, (void *)f.addr);
	if (!signal_action(sig) || is_stack_overflow(&f))
		report_crash(sig, info, context);
	deliver(sig, info, context);
}

/*
 * A system call that the signal interrupted is the instruction before, or the next
 * one where the kernel will start it again.
 */
static bool in_system_call(const ucontext_t *uc)
{
	static const uint8_t instruction[2] = {0x0f, 0x05};
	const uint8_t *pc = (const uint8_t *)uc->uc_mcontext.gregs[REG_RIP];
	return !memcmp(pc, instruction, 2) || !memcmp(pc - 2, instruction, 2);
}

/* Where a loop was that announces nothing: one look at it a millisecond shows its lines. */
static uint64_t samples[LOOP_PCS];
static size_t n_samples, n_looks;
static uintptr_t first_sample;

static void sample_every(long microseconds)
{
	struct itimerval every = {{0, microseconds}, {0, microseconds}};
	raw_syscall3(SYS_setitimer, ITIMER_PROF, (long)&every, 0);
}

static void on_sample(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	n_samples = loop_add_pc(samples, n_samples, LOOP_PCS, fault_of(info, context).pc);
	if (++n_looks < SAMPLES)
		return;
	sample_every(0);
	struct finding *f = finding_start(
	        FINDING_INFINITE_LOOP, first_sample,
	        threads_exist
	                ? "{T%u} has run for --stuck-after without doing anything visible"
	                : "{T%u} has run for --stuck-after before the first thread is created",
	        (unsigned)self->id);
	finding_note_loop(f, self, samples, n_samples);
	finding_note(
	        f, NULL, NULL, 0,
	        "scree sees nothing of what inline assembly and code that scree cc did not compile "
	        "read: a loop that waits in one of these may end, were others to run; put "
	        "scree_yield() into it. One that only takes long needs more time: --stuck-after");
	finding_finish(f);
}

static void install(int sig, void (*handler)(int, siginfo_t *, void *));

static void on_stuck(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	struct fault f = fault_of(info, context);
	if (in_system_call(context))
		env_error(f.pc, "the program waits in a system call that scree does not control");
	first_sample = f.pc;
	n_samples = n_looks = 0;
	install(SIGPROF, on_sample);
	sample_every(1000);
}

static volatile bool stopping;

static void on_stop(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)info;
	(void)context;
	stopping = true;
}

bool host_stop_requested(void)
{
	return stopping;
}

static volatile bool attention;

static void on_attention(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)info;
	(void)context;
	attention = true;
}

bool host_attention(void)
{
	bool asked = attention;
	attention = false;
	return asked;
}

static void install(int sig, void (*handler)(int, siginfo_t *, void *))
{
	struct sigaction sa = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART};
	sa.sa_sigaction = handler;
	real.sigaction(sig, &sa, NULL);
}

/*
 * A handler that does nothing but return. Were on_stuck to interrupt it, it would not see the
 * system call that both signals came in.
 */
static void install_short(int sig, void (*handler)(int, siginfo_t *, void *))
{
	struct sigaction sa = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
	sa.sa_sigaction = handler;
	sa.sa_mask.__val[0] = 1ul << (WIRE_STUCK_SIGNAL - 1);
	real.sigaction(sig, &sa, NULL);
}

void signals_init(void)
{
	char *stack =
	        raw_mmap(0, ALT_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (raw_failed(stack))
		env_error(0, "cannot map a signal stack (error %ld)", -(long)stack);
	snapshot_exclude((uintptr_t)stack, (uintptr_t)stack + ALT_STACK);
	stack_t alt = {.ss_sp = stack, .ss_size = ALT_STACK};
	raw_syscall2(SYS_sigaltstack, &alt, 0);
	static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
	for (size_t i = 0; i < ARRAY_SIZE(crashes); i++)
		install(crashes[i], on_crash);
	install(WIRE_STUCK_SIGNAL, on_stuck);
	install_short(WIRE_STOP_SIGNAL, on_stop);
	install_short(WIRE_ATTENTION_SIGNAL, on_attention);
}
