/* SPDX-License-Identifier: MIT */
/*
 * The controller's side of a worker against workers that misbehave. The worker is this
 * program itself, started with the name of what to do as its argument.
 */
#include "tests/unit/unit.h"

#include "base/text.h"
#include "base/version.h"
#include "jobs/system/interrupt.h"
#include "jobs/workers/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#define STUCK_MS 300
#define GRACE_MS 500

/* ---- the fake worker ---- */

static int control;
static struct wire_page *page;

static void put(const void *p, size_t n)
{
	if (write(control, p, n) != (ssize_t)n)
		_exit(9);
}

static void put_frame(uint32_t type, const struct buf *b)
{
	uint32_t head[2] = {type, b ? (uint32_t)b->n : 0};
	put(head, sizeof(head));
	if (b)
		put(b->at, b->n);
}

static void get(void *p, size_t n)
{
	for (char *at = p; n;) {
		ssize_t got = read(control, at, n);
		if (got <= 0)
			_exit(9);
		at += got;
		n -= (size_t)got;
	}
}

static void take_config(void)
{
	uint32_t head[2];
	const char *number = getenv(WIRE_CONTROL_ENV);
	if (!number)
		_exit(9);
	control = atoi(number);
	get(head, sizeof(head));
	struct buf b = {.at = mem_alloc(head[1]), .n = head[1]};
	get(b.at, b.n);
	struct reader r = {b.at, b.n, false};
	struct wire_config c;
	if (head[0] != WIRE_CONFIG || !wire_config_decode(&r, &c))
		_exit(9);
	page = mmap(NULL, sizeof(*page), PROT_READ | PROT_WRITE, MAP_SHARED, c.page_fd, 0);
	if (page == MAP_FAILED)
		_exit(9);
}

static void hello(const char *version, uint32_t protocol)
{
	struct wire_hello h = {.version = protocol, .scree_version = str_copy(version)};
	struct buf b = {0};
	wire_hello_encode(&b, &h);
	put_frame(WIRE_HELLO, &b);
	page->phase = PHASE_RUNNING;
	page->executions = 41;
}

static void send_finding(void)
{
	struct finding f = {.kind = FINDING_ABORT, .message = str_copy("boom"), .execution = 3};
	struct buf b = {0};
	vec_push(&f.stack, 0x1234);
	finding_encode(&b, &f);
	put_frame(WIRE_FINDING, &b);
}

static void send_done(void)
{
	struct wire_done d = {.executions = 7, .exit_status = 3};
	struct buf b = {0};
	wire_done_encode(&b, &d);
	put_frame(WIRE_DONE, &b);
	char byte;
	while (read(control, &byte, 1) < 0 && errno == EINTR)
		;
	_exit(0);
}

static volatile sig_atomic_t asked;

static void on_stuck(int sig)
{
	(void)sig;
	asked = 1;
}

static void spin(void)
{
	while (!asked)
		;
}

static void fake_before_hello(const char *what)
{
	if (strcmp(what, "die early") == 0)
		_exit(5);
	if (strcmp(what, "die by signal early") == 0)
		raise(SIGSEGV);
	if (strcmp(what, "other version") == 0)
		hello("0.0.0", WIRE_VERSION);
	if (strcmp(what, "other protocol") == 0)
		hello(SCREE_VERSION, WIRE_VERSION + 1);
	if (strcmp(what, "hang early") == 0)
		pause();
	if (strcmp(what, "noise") == 0)
		put("this is not a frame at all, not even a bit", 42);
	if (strcmp(what, "no hello") == 0)
		send_done();
}

static void fake_after_hello(const char *what)
{
	if (strcmp(what, "exit") == 0)
		_exit(6);
	if (strcmp(what, "crash") == 0)
		raise(SIGBUS);
	if (strcmp(what, "killed") == 0)
		raise(SIGKILL);
	if (strcmp(what, "giant") == 0)
		put((uint32_t[]){WIRE_FINDING, 0xfffffff0}, 8);
	if (strcmp(what, "half a frame") == 0) {
		put((uint32_t[]){WIRE_FINDING, 1000}, 8);
		_exit(0);
	}
	if (strcmp(what, "bad event") == 0) {
		struct event e = {.kind = 255};
		struct buf b = {.at = (uint8_t *)&e, .n = sizeof(e)};
		put_frame(WIRE_TRACE, &b);
	}
	if (strcmp(what, "bad divergence") == 0) {
		struct wire_done d = {.divergence.actual.kind = 255};
		struct buf b = {0};
		wire_done_encode(&b, &d);
		put_frame(WIRE_DONE, &b);
	}
	if (strcmp(what, "bad stop") == 0) {
		struct buf b = {0};
		stopped_encode(&b, &(struct stopped){.step = 0});
		put_frame(WIRE_STOPPED, &b);
	}
	if (strcmp(what, "close") == 0) {
		close(control);
		sleep(60);
	}
	if (strcmp(what, "fork") == 0 && fork() == 0)
		pause();
}

static void fake_ending(const char *what)
{
	if (strcmp(what, "stuck") == 0)
		spin();
	if (strcmp(what, "asleep") == 0)
		pause();
	if (strcmp(what, "answers") == 0) {
		signal(WIRE_STUCK_SIGNAL, on_stuck);
		spin();
		send_finding();
	}
	if (strcmp(what, "stops") == 0) {
		signal(WIRE_STOP_SIGNAL, on_stuck);
		page->estimated_executions = 5;
		spin();
	}
	if (strcmp(what, "does not stop") == 0) {
		signal(WIRE_STOP_SIGNAL, SIG_IGN);
		page->estimated_executions = 5;
		page->bounds_done = 2;
		spin();
	}
	if (strcmp(what, "dies of it") == 0)
		spin();
	if (strcmp(what, "error") == 0) {
		struct wire_error e = {.message = str_copy("fork is not supported"), .thread = 2};
		struct buf b = {0};
		wire_error_encode(&b, &e);
		put_frame(WIRE_ERROR, &b);
		pause();
	}
	if (strcmp(what, "findings") == 0)
		for (int i = 0; i < 1000; i++)
			send_finding();
	if (strcmp(what, "long trace") == 0) {
		struct buf b = {.at = mem_alloc(40 * 100000), .n = 40 * 100000};
		put_frame(WIRE_TRACE, &b);
	}
	if (strcmp(what, "waits") == 0) {
		uint32_t head[2];
		put_frame(WIRE_WAITING, NULL);
		get(head, sizeof(head));
		if (head[0] != WIRE_GO || head[1])
			_exit(9);
	}
	if (strcmp(what, "deaf") == 0)
		signal(SIGTERM, SIG_IGN);
	send_done();
}

NORETURN static void fake(const char *what)
{
	static const int crashes[] = {SIGSEGV, SIGBUS};
	for (size_t i = 0; i < ARRAY_SIZE(crashes); i++)
		signal(crashes[i], SIG_DFL); /* a sanitizer would catch them */
	signal(WIRE_STUCK_SIGNAL, SIG_IGN);
	take_config();
	fake_before_hello(what);
	hello(SCREE_VERSION, WIRE_VERSION);
	fake_after_hello(what);
	fake_ending(what);
	_exit(0);
}

/* ---- the tests ---- */

static char self_path[] = "/proc/self/exe";

/* What is special to a test. */
struct how {
	uint64_t time_ms;
	bool gently;
	unsigned *watched;
};

static void count_ticks(const struct worker *w, void *arg)
{
	assert_true(worker_elapsed_ms(w) > 0);
	++*(unsigned *)arg;
}

static struct worker start_fake_as(const char *what, struct how how)
{
	static char exe[4096];
	ssize_t n = readlink(self_path, exe, sizeof(exe) - 1);
	assert_true(n > 0);
	exe[n] = '\0';
	char *args[] = {(char *)(uintptr_t)what, NULL}, name[] = "fake";
	struct program program = {.name = name, .path = exe};
	struct worker_options o = {
	        .program = &program,
	        .args = args,
	        .stuck_ms = STUCK_MS,
	        .grace_ms = GRACE_MS,
	        .stdin_fd = -1,
	        .time_ms = how.time_ms,
	        .stop_gently = how.gently,
	        .watch = how.watched ? count_ticks : NULL,
	        .watch_arg = how.watched,
	};
	struct worker w;
	struct result r = worker_start(&w, &o);
	assert_null(r.error);
	return w;
}

/* Runs a fake to its end; the worker is to be released. */
static struct worker run_fake_as(const char *what, struct how how)
{
	struct worker w = start_fake_as(what, how);
	worker_wait(&w);
	assert_int_equal(w.process.pid, 0);
	return w;
}

static struct worker run_fake(const char *what)
{
	return run_fake_as(what, (struct how){0});
}

/* No child is left, not even a zombie. */
static void nothing_left(void)
{
	siginfo_t info = {0};
	errno = 0;
	assert_int_equal(waitid(P_ALL, 0, &info, WEXITED | WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static void dies_with(const char *what, const char *part)
{
	struct worker w = run_fake(what);
	assert_int_equal(w.outcome.ending, ENDING_DIED);
	assert_non_null(w.outcome.trouble);
	if (!strstr(w.outcome.trouble, part))
		fail_msg("%s: '%s' does not say '%s'", what, w.outcome.trouble, part);
	assert_int_equal(w.outcome.found.n, 0);
	worker_release(&w);
	nothing_left();
}

static void deaths_are_explained(void **state)
{
	(void)state;
	dies_with("die early", "exit status 5 before it could start");
	dies_with("die by signal early", "killed by signal 11");
	dies_with("exit", "exit status 6 while threads were running");
	dies_with("killed", "memory ran out");
	dies_with("half a frame", "exit status 0 while threads were running");
	dies_with("close", "closed the descriptor");
	dies_with("hang early", "did not start");
	dies_with("other version", "holds the runtime of scree 0.0.0");
	char *protocols = str_format("built for another scree " SCREE_VERSION ": its runtime "
	                             "speaks protocol %u and this one %u; build it again",
	                             WIRE_VERSION + 1, WIRE_VERSION);
	dies_with("other protocol", protocols);
	mem_free(protocols);
}

static void nonsense_is_refused(void **state)
{
	(void)state;
	dies_with("noise", "is no message");
	dies_with("no hello", "is no message");
	dies_with("giant", "is no message");
	dies_with("bad event", "is no message");
	dies_with("bad stop", "something that is no message");
	dies_with("bad divergence", "is no message");
}

static void finding_of(const char *what, enum ending ending, enum finding_kind kind,
                       const char *part)
{
	struct worker w = run_fake(what);
	assert_int_equal(w.outcome.ending, ending);
	assert_null(w.outcome.trouble);
	assert_int_equal(w.outcome.found.n, 1);
	assert_int_equal(w.outcome.found.at[0].finding.kind, kind);
	assert_non_null(strstr(w.outcome.found.at[0].finding.message, part));
	assert_non_null(w.outcome.maps);
	worker_release(&w);
	nothing_left();
}

static void the_program_is_to_blame(void **state)
{
	(void)state;
	finding_of("crash", ENDING_DIED, FINDING_SEGFAULT, "signal 7 (Bus error) while threads");
	finding_of("stuck", ENDING_STUCK, FINDING_INFINITE_LOOP, "of CPU time, while threads");
	finding_of("asleep", ENDING_STUCK, FINDING_INFINITE_LOOP, "asleep in a system call");
	finding_of("answers", ENDING_DONE, FINDING_ABORT, "boom");
}

static void counts_survive_a_death(void **state)
{
	struct worker w = run_fake("crash");
	(void)state;
	assert_int_equal(w.outcome.done.executions, 41);
	worker_release(&w);
}

static void an_error_is_passed_on(void **state)
{
	struct worker w = run_fake("error");
	(void)state;
	assert_int_equal(w.outcome.ending, ENDING_ERROR);
	assert_string_equal(w.outcome.error.message, "fork is not supported");
	assert_int_equal(w.outcome.error.thread, 2);
	worker_release(&w);
	nothing_left();
}

static void good_workers(void **state)
{
	(void)state;
	struct worker w = run_fake("plain");
	assert_int_equal(w.outcome.ending, ENDING_DONE);
	assert_int_equal(w.outcome.done.executions, 7);
	assert_int_equal(w.outcome.done.exit_status, 3);
	worker_release(&w);
	w = run_fake("findings");
	assert_int_equal(w.outcome.found.n, 1);
	assert_int_equal(w.outcome.found.at[0].count, 1000);
	worker_release(&w);
	w = run_fake("long trace");
	assert_int_equal(w.outcome.ending, ENDING_DONE);
	assert_int_equal(w.outcome.trace.n, 100000);
	worker_release(&w);
	nothing_left();
}

/* What the worker forked goes with it: nobody is left in its process group. */
static void grandchildren_go_too(void **state)
{
	(void)state;
	struct worker w = run_fake("fork");
	worker_release(&w);
	char path[64];
	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	FILE *file = fopen(path, "re");
	if (file) {
		assert_int_equal(fgetc(file), EOF);
		fclose(file);
	}
	nothing_left();
}

static void ends_in_time(const char *what, enum ending ending, uint64_t executions)
{
	struct worker w = run_fake_as(what, (struct how){.time_ms = 150});
	assert_int_equal(w.outcome.ending, ending);
	assert_int_equal(w.outcome.stopped, STOP_TIME);
	assert_int_equal(w.outcome.done.executions, executions);
	assert_null(w.outcome.trouble);
	assert_int_equal(w.outcome.found.n, 0);
	if (ending == ENDING_INTERRUPTED && strcmp(what, "does not stop") == 0) {
		assert_true(w.outcome.done.space.estimated_executions > 4);
		assert_int_equal(w.outcome.done.space.bounds_done, 2);
	}
	worker_release(&w);
	nothing_left();
}

/* Asked first; the estimate of one that had to be killed, and its bounds, are still known. */
static void the_time_is_kept(void **state)
{
	(void)state;
	ends_in_time("stops", ENDING_DONE, 7);
	ends_in_time("does not stop", ENDING_INTERRUPTED, 41);
	ends_in_time("dies of it", ENDING_INTERRUPTED, 41);
	ends_in_time("hang early", ENDING_INTERRUPTED, 0);
	struct worker w = run_fake_as("plain", (struct how){.time_ms = 60000});
	assert_int_equal(w.outcome.stopped, STOP_NONE);
	worker_release(&w);
}

static void somebody_may_watch(void **state)
{
	unsigned ticks = 0;
	(void)state;
	struct worker w = run_fake_as("stuck", (struct how){.watched = &ticks});
	assert_true(ticks >= 2);
	worker_release(&w);
}

static pid_t interrupt_soon(void)
{
	pid_t pid = fork();
	if (pid == 0) {
		usleep(100 * 1000);
		kill(getppid(), SIGINT);
		_exit(0);
	}
	return pid;
}

/* The last tests: an interrupt is remembered for ever. */
static void an_interrupt_asks_first(void **state)
{
	(void)state;
	signal(SIGINT, SIG_DFL); /* ignored where the tests run in the background */
	assert_null(interrupt_catch().error);
	pid_t pid = interrupt_soon();
	struct worker w = run_fake_as("stops", (struct how){.gently = true});
	assert_int_equal(w.outcome.ending, ENDING_DONE);
	assert_int_equal(w.outcome.stopped, STOP_INTERRUPT);
	worker_release(&w);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	nothing_left();
}

static void an_interrupt_ends_the_worker(void **state)
{
	(void)state;
	pid_t pid = interrupt_soon();
	struct worker w = run_fake("asleep");
	assert_int_equal(w.outcome.ending, ENDING_INTERRUPTED);
	assert_int_equal(interrupt_signal(), SIGINT);
	worker_release(&w);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	nothing_left();
}

/* One that waits for a debugger runs when it is told to, and not before. */
static void waits_until_told(void **state)
{
	(void)state;
	struct worker w = start_fake_as("waits", (struct how){0});
	while (!w.outcome.waiting && w.outcome.ending == ENDING_NONE) {
		struct pollfd fd = {.fd = w.fd, .events = worker_poll_events(&w)};
		assert_true(poll(&fd, 1, -1) >= 0);
		worker_receive(&w);
	}
	assert_true(w.outcome.waiting);
	worker_go(&w);
	assert_false(w.outcome.waiting);
	worker_go(&w); /* once is enough */
	worker_wait(&w);
	assert_int_equal(w.outcome.ending, ENDING_DONE);
	assert_int_equal(w.outcome.done.exit_status, 3);
	worker_release(&w);
	nothing_left();
}

/* Who holds it is told of its end first; when that one has gone, we are. */
static void traced_process_is_reaped(void **state)
{
	(void)state;
	int ready[2];
	struct worker w = start_fake_as("asleep", (struct how){0});
	pid_t pid = w.process.pid;
	assert_int_equal(pipe(ready), 0);
	pid_t tracer = fork();
	if (tracer == 0) {
		char held = ptrace(PTRACE_SEIZE, pid, NULL, NULL) == 0;
		if (write(ready[1], &held, 1) == 1)
			pause();
		_exit(0);
	}
	char held = 0;
	assert_int_equal(read(ready[0], &held, 1), 1);
	if (held) {
		process_kill(&w.process); /* the tracer never looks: given up */
		assert_int_equal(w.process.pid, 0);
	}
	kill(tracer, SIGKILL);
	waitpid(tracer, NULL, 0);
	if (held)
		assert_int_equal(waitpid(pid, NULL, 0), pid);
	close(ready[0]);
	close(ready[1]);
	worker_release(&w);
	nothing_left();
	if (!held)
		skip(); /* the kernel does not let processes be traced here */
}

int main(int argc, char **argv)
{
	if (argc > 1)
		fake(argv[1]);
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(good_workers),
	        cmocka_unit_test(deaths_are_explained),
	        cmocka_unit_test(waits_until_told),
	        cmocka_unit_test(traced_process_is_reaped),
	        cmocka_unit_test(nonsense_is_refused),
	        cmocka_unit_test(the_program_is_to_blame),
	        cmocka_unit_test(counts_survive_a_death),
	        cmocka_unit_test(an_error_is_passed_on),
	        cmocka_unit_test(grandchildren_go_too),
	        cmocka_unit_test(the_time_is_kept),
	        cmocka_unit_test(somebody_may_watch),
	        cmocka_unit_test(an_interrupt_asks_first),
	        cmocka_unit_test(an_interrupt_ends_the_worker),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
