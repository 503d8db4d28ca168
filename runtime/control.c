/* SPDX-License-Identifier: MIT */
#include "runtime/control.h"
#include "base/version.h"
#include "runtime/checker_heap.h"
#include "runtime/reset/snapshot.h"
#include "runtime/signals.h"
#include "runtime/arch/x86_64/syscall.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

bool standalone = true;
struct wire_config wire_config;
static struct wire_page private_page;
struct wire_page *page = &private_page;
static int control_fd = -1;

void host_exit(int status)
{
	for (;;)
		raw_syscall1(SYS_exit_group, status);
}

void host_print(const char *s)
{
	raw_syscall3(SYS_write, 2, s, strlen(s));
}

/* A controller that is gone has no use for us. */
static void send_all(const void *p, size_t n)
{
	const char *at = p;
	while (n) {
		long k = raw_syscall3(SYS_write, control_fd, at, n);
		if (k == -4 /* EINTR */)
			continue;
		if (k <= 0)
			host_exit(2);
		at += k;
		n -= (size_t)k;
	}
}

static void receive_all(void *p, size_t n)
{
	char *at = p;
	while (n) {
		long k = raw_syscall3(SYS_read, control_fd, at, n);
		if (k == -4 /* EINTR */)
			continue;
		if (k <= 0)
			host_exit(2);
		at += k;
		n -= (size_t)k;
	}
}

void host_send(enum wire_type type, const void *p, size_t n)
{
	uint32_t head[2] = {type, (uint32_t)n};
	send_all(head, sizeof(head));
	send_all(p, n);
}

/* Parses SCREE_CONTROL=N and takes it out of the environment. */
static int control_fd_from_environment(char **envp)
{
	size_t len = strlen(WIRE_CONTROL_ENV);
	for (char **e = envp; e && *e; e++) {
		if (memcmp(*e, WIRE_CONTROL_ENV, len) != 0 || (*e)[len] != '=')
			continue;
		int fd = 0;
		for (const char *d = *e + len + 1; *d >= '0' && *d <= '9'; d++)
			fd = fd * 10 + (*d - '0');
		for (; *e; e++)
			e[0] = e[1];
		return fd;
	}
	return -1;
}

static int move_fd_up(int fd)
{
	int up = fds_own(fd);
	if (up < 0)
		env_error(0, "cannot move descriptor %d out of the way (error %d)", fd, -up);
	raw_syscall1(SYS_close, fd);
	return up;
}

static void map_page(int fd)
{
	void *p = raw_mmap(0, sizeof(struct wire_page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	raw_syscall1(SYS_close, fd);
	if (raw_failed(p))
		env_error(0, "cannot map the counters page (error %ld)", -(long)p);
	page = p;
	snapshot_exclude((uintptr_t)p, (uintptr_t)p + 4096);
}

static void say_hello(void)
{
	char version[] = SCREE_VERSION;
	struct wire_hello hello = {
	        .version = WIRE_VERSION,
	        .pid = (uint32_t)raw_syscall0(SYS_getpid),
	        .scree_version = version,
	};
	struct buf b = {0};
	wire_hello_encode(&b, &hello);
	host_send(WIRE_HELLO, b.at, b.n);
	buf_release(&b);
}

static void control_connect(int fd)
{
	control_fd = fd;
	uint32_t head[2];
	receive_all(head, sizeof(head));
	if (head[0] != WIRE_CONFIG || head[1] > WIRE_FRAME_MAX)
		host_exit(2);
	/* The checker's heap is not there yet: its kind is what the configuration says. */
	size_t bytes = ((size_t)head[1] + 4095) & ~(size_t)4095;
	uint8_t *raw = raw_mmap(0, bytes + 4096, PROT_READ | PROT_WRITE,
	                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (raw_failed(raw))
		host_exit(2);
	receive_all(raw, head[1]);
	checker_heap_init(wire_config_says_fork(raw, head[1]));
	struct reader r = {raw, head[1], false};
	bool ok = wire_config_decode(&r, &wire_config);
	raw_syscall2(SYS_munmap, raw, bytes + 4096);
	control_fd = move_fd_up(fd);
	standalone = false;
	say_hello();
	if (!ok)
		env_error(0, "scree and the program disagree about their protocol; rebuild the "
		             "program with this version of scree cc");
	map_page(wire_config.page_fd);
}

void control_init(char **envp)
{
	int fd = control_fd_from_environment(envp);
	if (fd >= 0) {
		control_connect(fd);
		return;
	}
	checker_heap_init(false);
	wire_config.executions = 1;
	wire_config.max_events = UINT64_MAX;
	wire_config.pp_set = PP_SET_ALL;
}

void host_wait(void)
{
	struct pollfd p = {.fd = control_fd, .events = POLLIN};
	raw_syscall3(SYS_poll, &p, 1, -1);
}

uint32_t host_receive(void)
{
	struct pollfd p = {.fd = control_fd, .events = POLLIN};
	uint32_t head[2];
	if (raw_syscall3(SYS_poll, &p, 1, 0) <= 0)
		return 0;
	receive_all(head, sizeof(head));
	if (head[1])
		host_exit(2);
	return head[0];
}

void host_receive_try(struct buf *b)
{
	uint32_t head[2];
	receive_all(head, sizeof(head));
	if (head[0] == WIRE_QUIT)
		host_exit(0);
	if (head[0] != WIRE_TRY || head[1] > WIRE_FRAME_MAX)
		host_exit(2);
	uint8_t *payload = mem_alloc(head[1] + 1u);
	receive_all(payload, head[1]);
	buf_bytes(b, payload, head[1]);
	mem_free(payload);
}

void control_wait_go(void)
{
	uint32_t head[2] = {0};
	host_send(WIRE_WAITING, NULL, 0);
	receive_all(head, sizeof(head));
	if (head[0] != WIRE_GO || head[1])
		host_exit(2);
}

void host_wait_quit(void)
{
	char byte;
	while (raw_syscall3(SYS_read, control_fd, &byte, 1) == -4 /* EINTR */)
		;
	host_exit(0);
}

uint64_t host_clock_ns(void)
{
	struct timespec t;
	real.clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void host_count(void)
{
	fds_count_left();
}

uint64_t host_snapshot_bytes(void)
{
	return snapshot_bytes();
}

void unsupported(const char *call, uintptr_t pc)
{
	env_error(pc,
	          "%s is not supported: scree cannot control what it does; see scree explain "
	          "unsupported",
	          call);
}

void bug_die(const char *file, int line, const char *fmt, ...)
{
	static char text[1024];
	size_t n = format(text, sizeof(text), "scree bug: %s:%d: ", file, line);
	va_list args;
	va_start(args, fmt);
	vformat(text + n, sizeof(text) - n, fmt, args);
	va_end(args);
	run_stop(text, 0);
}
