/* SPDX-License-Identifier: MIT */
#include "runtime/reset/maps.h"
#include "runtime/rt.h"
#include "runtime/arch/x86_64/syscall.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

static uintptr_t parse_hex(const char **p)
{
	uintptr_t v = 0;
	for (;; (*p)++) {
		char c = **p;
		if (c >= '0' && c <= '9')
			v = v * 16 + (uintptr_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			v = v * 16 + (uintptr_t)(c - 'a' + 10);
		else
			return v;
	}
}

static bool ends_with(const char *line, const char *end, const char *tail)
{
	size_t n = strlen(tail);
	return (size_t)(end - line) >= n && memcmp(end - n, tail, n) == 0;
}

/* One line: "lo-hi rwxp offset dev inode   path". */
static struct mapping parse_line(const char *line, const char *end)
{
	struct mapping m = {0};
	const char *p = line;
	m.lo = parse_hex(&p);
	p++;
	m.hi = parse_hex(&p);
	p++;
	m.prot = (p[0] == 'r' ? PROT_READ : 0) | (p[1] == 'w' ? PROT_WRITE : 0) |
	         (p[2] == 'x' ? PROT_EXEC : 0);
	m.writable = p[1] == 'w';
	m.shared = p[3] == 's';
	const char *name = end;
	while (name > p && name[-1] != ' ')
		name--;
	m.is_stack = end - name == 7 && memcmp(name, "[stack]", 7) == 0;
	m.anonymous = name == end || ends_with(line, end, "/dev/zero (deleted)");
	m.special = end - name >= 2 && memcmp(name, "[v", 2) == 0;
	return m;
}

void maps_visit(void (*visit)(const struct mapping *, void *), void *arg)
{
	long fd = raw_syscall3(SYS_open, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
	if (fd < 0)
		env_error(0, "cannot read /proc/self/maps (error %ld); is /proc mounted?", -fd);
	/* Read it whole before visiting: a visitor may change the map. */
	struct buf text = {0};
	char part[4096];
	long k;
	while ((k = raw_syscall3(SYS_read, fd, part, sizeof(part))) > 0)
		buf_bytes(&text, part, (size_t)k);
	raw_syscall1(SYS_close, fd);
	const char *line = (const char *)text.at, *end = line + text.n;
	for (const char *p = line; p < end; p++) {
		if (*p != '\n')
			continue;
		struct mapping m = parse_line(line, p);
		visit(&m, arg);
		line = p + 1;
	}
	buf_release(&text);
}
