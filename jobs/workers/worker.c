/* SPDX-License-Identifier: MIT */
#include "jobs/workers/worker.h"

#include "base/text.h"
#include "jobs/system/interrupt.h"
#include "jobs/workers/autopsy.h"
#include "jobs/workers/message.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Descriptors of ours in the worker start here, so that the program's own begin at 3. */
#define FIRST_FD 100
#define GRACE_MS 2000

static uint64_t now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* ---- start ---- */

/* The shared page, sealed: a program that shrinks it must not take the controller down. */
static struct result make_page(struct worker *w, int *fd)
{
	size_t size = sizeof(struct wire_page);
	int low = memfd_create("scree-page", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (low < 0)
		return result_errno("cannot make shared memory (memfd_create)");
	*fd = fcntl(low, F_DUPFD_CLOEXEC, FIRST_FD);
	close(low);
	if (*fd < 0)
		return result_errno("cannot make shared memory (descriptor limit; see ulimit -n)");
	void *page = MAP_FAILED;
	if (ftruncate(*fd, (off_t)size) == 0 &&
	    fcntl(*fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
		page = mmap(NULL, size, PROT_READ, MAP_SHARED, *fd, 0);
	if (page == MAP_FAILED) {
		close(*fd);
		return result_errno("cannot make shared memory");
	}
	w->page = page;
	return result_ok();
}

static struct result make_socket(struct worker *w, int *theirs)
{
	int fd[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd) < 0)
		return result_errno("cannot make a socket");
	w->fd = fd[0];
	fcntl(w->fd, F_SETFL, O_NONBLOCK);
	*theirs = fcntl(fd[1], F_DUPFD_CLOEXEC, FIRST_FD);
	close(fd[1]);
	if (*theirs < 0)
		return result_errno("cannot make a socket (descriptor limit; see ulimit -n)");
	return result_ok();
}

static struct result spawn(struct worker *w, const struct worker_options *o, int control, int page)
{
	VEC(char *) argv = {0};
	vec_push(&argv, o->program->name);
	for (char *const *arg = o->args; arg && *arg; arg++)
		vec_push(&argv, *arg);
	vec_push(&argv, NULL);
	int keep[] = {control, page};
	char *env = str_format(WIRE_CONTROL_ENV "=%d", control);
	struct spawn how = {
	        .path = o->program->path,
	        .argv = argv.at,
	        .variables = o->variables,
	        .env = env,
	        .keep = keep,
	        .n_keep = ARRAY_SIZE(keep),
	        .stdin_fd = o->stdin_fd,
	        .stdout_to_stderr = o->stdout_to_stderr,
	        .mute = o->mute,
	        .fixed_addresses = true,
	};
	struct result r = process_start(&w->process, &how);
	w->outcome.randomised = w->process.randomised;
	mem_free(env);
	vec_release(&argv);
	return r;
}

static void queue_frame(struct worker *w, enum wire_type type, const struct buf *payload)
{
	buf_u32(&w->out, type);
	buf_u32(&w->out, payload ? (uint32_t)payload->n : 0);
	if (payload)
		buf_bytes(&w->out, payload->at, payload->n);
}

static void queue_config(struct worker *w, const struct worker_options *o, int page_fd)
{
	struct wire_config config = o->config;
	struct buf payload = {0};
	config.version = WIRE_VERSION;
	config.page_fd = page_fd;
	wire_config_encode(&payload, &config);
	queue_frame(w, WIRE_CONFIG, &payload);
	buf_release(&payload);
}

struct result worker_start(struct worker *w, const struct worker_options *o)
{
	int control = -1, page = -1;
	*w = (struct worker){.fd = -1, .watchdog = {.limit_ms = o->stuck_ms}};
	w->start_ms = now_ms();
	w->grace_ms = o->grace_ms ? o->grace_ms : GRACE_MS;
	w->time_ms = o->time_ms;
	w->stop_gently = o->stop_gently;
	w->few_threads = o->config.threads != 0;
	w->hides_stacks = o->config.pp_set & PP_HIDE_STACKS;
	w->watch = o->watch;
	w->watch_arg = o->watch_arg;
	GUARD(make_socket(w, &control));
	struct result r = make_page(w, &page);
	if (!result_failed(r)) {
		r = spawn(w, o, control, page);
		queue_config(w, o, page);
		close(page);
	}
	close(control);
	if (!result_failed(r))
		worker_map(w->process.pid, &w->outcome); /* for a program that dies very soon */
	return r;
}

/* ---- end ---- */

static void note_usage(struct worker *w)
{
	const struct rusage *used = &w->process.used;
	struct outcome *o = &w->outcome;
	o->elapsed_s = (double)(now_ms() - w->start_ms) / 1000;
	o->cpu_s = (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) +
	           (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec) / 1e6;
	o->peak_rss_kb = (uint64_t)used->ru_maxrss;
}

/* The worker is gone, or goes now; what it counted so far stays known. */
static void finish(struct worker *w, enum ending ending)
{
	struct outcome *o = &w->outcome;
	if (w->process.pid)
		process_kill(&w->process);
	if (ending != ENDING_DONE) {
		o->done.executions = w->page->executions;
		o->done.events = w->page->events;
		o->done.exit_status = -1;
		o->done.space.estimated_executions = w->page->estimated_executions;
		o->done.space.estimated_usecs = w->page->estimated_usecs;
		o->done.space.bounds_done = w->page->bounds_done;
	}
	o->ending = ending;
	note_usage(w);
	if (w->fd >= 0)
		close(w->fd);
	w->fd = -1;
}

void worker_interrupt(struct worker *w)
{
	if (w->outcome.ending == ENDING_NONE)
		finish(w, ENDING_INTERRUPTED);
}

void worker_stop(struct worker *w, enum stop why)
{
	if (w->outcome.ending != ENDING_NONE || w->stop_ms)
		return;
	w->outcome.stopped = why;
	w->stop_ms = now_ms();
	/* Before it has started, it would die of the signal. */
	if (!w->hello)
		finish(w, ENDING_INTERRUPTED);
	else
		kill(w->process.pid, WIRE_STOP_SIGNAL);
}

uint64_t worker_elapsed_ms(const struct worker *w)
{
	return now_ms() - w->start_ms;
}

/* Takes trouble over. */
static void give_up(struct worker *w, char *trouble)
{
	w->outcome.trouble = trouble;
	finish(w, ENDING_DIED);
}

/* The stream ended without DONE or ERROR. */
static void died(struct worker *w)
{
	uint64_t phase = w->page->phase;
	if (!process_reap(&w->process, (int)w->grace_ms)) {
		give_up(w, str_format("the program closed the descriptor by which scree controls "
		                      "it (%s); a program that closes descriptors it did not "
		                      "open cannot be checked",
		                      WIRE_CONTROL_ENV));
		return;
	}
	/* On a terminal Ctrl-C may reach us a moment later than the worker's end. */
	if (interrupt_signal() || w->stop_ms) {
		finish(w, ENDING_INTERRUPTED);
		return;
	}
	autopsy(&w->process, w->hello, phase, &w->outcome);
	finish(w, ENDING_DIED);
}

/* The worker said its last word and waits for ours. */
static void dismiss(struct worker *w, enum ending ending)
{
	worker_map(w->process.pid, &w->outcome);
	queue_frame(w, WIRE_QUIT, NULL);
	ssize_t n = send(w->fd, w->out.at, w->out.n, MSG_NOSIGNAL);
	(void)n; /* closing the socket says the same */
	close(w->fd);
	w->fd = -1;
	if (!process_reap(&w->process, (int)w->grace_ms))
		process_kill(&w->process);
	finish(w, ending);
}

/* ---- frames ---- */

static void take_message(struct worker *w, const struct message *m)
{
	char *trouble = NULL;
	enum ending ending = message_take(m, &w->hello, &w->outcome, &trouble);
	if (m->type == WIRE_HELLO && !trouble)
		worker_map(w->process.pid, &w->outcome);
	if (ending == ENDING_DIED)
		give_up(w, trouble);
	else if ((ending == ENDING_THREADS && !w->few_threads) ||
	         (ending == ENDING_STACKS && !w->hides_stacks))
		give_up(w, str_copy(MESSAGE_GARBAGE));
	else if (ending != ENDING_NONE)
		dismiss(w, ending);
}

/* Frames that are complete; false once the worker's outcome is known. */
static bool take_frames(struct worker *w)
{
	size_t at = 0, used;
	struct message m;
	enum framing framing = MESSAGE_PART;
	while (w->outcome.ending == ENDING_NONE &&
	       (framing = message_split(w->in.at + at, w->in.n - at, &m, &used)) == MESSAGE_WHOLE) {
		take_message(w, &m);
		at += used;
	}
	if (framing == MESSAGE_TOO_LONG) {
		give_up(w, str_copy(MESSAGE_GARBAGE));
		return false;
	}
	memmove(w->in.at, w->in.at + at, w->in.n - at);
	w->in.n -= at;
	return w->outcome.ending == ENDING_NONE;
}

static void send_waiting(struct worker *w)
{
	ssize_t n = send(w->fd, w->out.at, w->out.n, MSG_NOSIGNAL);
	if (n <= 0)
		return; /* what closed the stream is seen when reading */
	memmove(w->out.at, w->out.at + n, w->out.n - (size_t)n);
	w->out.n -= (size_t)n;
}

short worker_poll_events(const struct worker *w)
{
	return w->out.n ? POLLIN | POLLOUT : POLLIN;
}

void worker_receive(struct worker *w)
{
	static uint8_t chunk[1 << 16];
	if (w->out.n)
		send_waiting(w);
	for (;;) {
		ssize_t n = recv(w->fd, chunk, sizeof(chunk), MSG_DONTWAIT);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			return;
		if (n <= 0) {
			died(w);
			return;
		}
		watchdog_feed(&w->watchdog);
		buf_bytes(&w->in, chunk, (size_t)n);
		if (!take_frames(w))
			return;
	}
}

bool worker_ask(struct worker *w, enum wire_type what)
{
	/* Before that the signal would kill it: its handlers are not there yet. */
	if (w->outcome.ending != ENDING_NONE || w->page->phase < PHASE_SETUP)
		return false;
	queue_frame(w, what, NULL);
	send_waiting(w);
	kill(w->process.pid, WIRE_ATTENTION_SIGNAL);
	return true;
}

void worker_go(struct worker *w)
{
	if (w->outcome.ending != ENDING_NONE || !w->outcome.waiting)
		return;
	w->outcome.waiting = false;
	queue_frame(w, WIRE_GO, NULL);
	send_waiting(w);
}

void worker_try(struct worker *w, const struct guide *g)
{
	struct buf payload = {0};
	guide_encode(&payload, g);
	queue_frame(w, WIRE_TRY, &payload);
	buf_release(&payload);
	send_waiting(w);
}

/* ---- the watchdog ---- */

static void kill_stuck(struct worker *w)
{
	uint64_t phase = w->page->phase;
	worker_map(w->process.pid, &w->outcome);
	autopsy_stuck(&w->watchdog, w->hello, phase, &w->outcome);
	finish(w, w->hello ? ENDING_STUCK : ENDING_DIED);
}

/* True while it is ending because of that. */
static bool keep_time(struct worker *w, uint64_t now)
{
	if (w->time_ms && now - w->start_ms >= w->time_ms)
		worker_stop(w, STOP_TIME);
	if (w->stop_ms && w->outcome.ending == ENDING_NONE && now - w->stop_ms >= w->grace_ms)
		finish(w, ENDING_INTERRUPTED);
	return w->stop_ms != 0;
}

void worker_tick(struct worker *w)
{
	struct process_sample sample;
	uint64_t now = now_ms();
	if (w->outcome.ending != ENDING_NONE || keep_time(w, now) ||
	    !process_sample(w->process.pid, &sample))
		return;
	if (w->asked_ms) {
		if (watchdog_sample(&w->patience, 0, &sample, now))
			kill_stuck(w);
		return;
	}
	if (!watchdog_sample(&w->watchdog, w->page->progress, &sample, now))
		return;
	w->asked_ms = now;
	w->patience = (struct watchdog){.limit_ms = w->grace_ms};
	kill(sample.leaf, WIRE_STUCK_SIGNAL);
}

static void heed_interrupts(struct worker *w)
{
	int count = interrupt_count();
	if (count == w->interrupts_seen)
		return;
	if (w->interrupts_seen || !w->stop_gently) {
		worker_interrupt(w);
		return;
	}
	w->interrupts_seen = count;
	worker_stop(w, STOP_INTERRUPT);
}

static void tick(struct worker *w)
{
	worker_tick(w);
	if (w->watch && w->outcome.ending == ENDING_NONE)
		w->watch(w, w->watch_arg);
}

void worker_wait(struct worker *w)
{
	uint64_t last = now_ms();
	while (w->outcome.ending == ENDING_NONE) {
		/* Once seen, the descriptor stays readable; a second signal ends the poll. */
		struct pollfd fds[] = {
		        {.fd = w->fd, .events = worker_poll_events(w)},
		        {.fd = w->interrupts_seen ? -1 : interrupt_fd(), .events = POLLIN},
		};
		int ready = poll(fds, ARRAY_SIZE(fds), WORKER_TICK_MS);
		heed_interrupts(w);
		if (w->outcome.ending == ENDING_NONE && ready > 0 && fds[0].revents)
			worker_receive(w);
		if (now_ms() - last >= WORKER_TICK_MS) {
			last = now_ms();
			tick(w);
		}
	}
}

void worker_release(struct worker *w)
{
	process_kill(&w->process);
	if (w->fd >= 0)
		close(w->fd);
	if (w->page)
		munmap((void *)(uintptr_t)w->page, sizeof(struct wire_page));
	buf_release(&w->in);
	buf_release(&w->out);
	outcome_release(&w->outcome);
	*w = (struct worker){.fd = -1};
}
