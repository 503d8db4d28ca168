// SPDX-License-Identifier: MIT
// expect: ok or error
// message: SIGSEGV|sigaction|signal
// covers: segfault signal-handlers
// A program that handles its own SIGSEGV on purpose gets it; or a clear refusal.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

static sigjmp_buf back;
static volatile char *hole;
static volatile sig_atomic_t handled;

static void on_fault(int sig)
{
	(void)sig;
	handled = 1;
	siglongjmp(back, 1);
}

static void *run(void *arg)
{
	if (sigsetjmp(back, 1) == 0) {
		hole[0] = 1;
		assert(0);
	}
	assert(handled);
	return arg;
}

int main(void)
{
	struct sigaction act = {.sa_handler = on_fault};
	pthread_t t;

	hole = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	sigaction(SIGSEGV, &act, NULL);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
