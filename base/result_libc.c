/* SPDX-License-Identifier: MIT */
#include "base/result.h"

#include "base/text.h"

#include <errno.h>
#include <string.h>

struct result result_error(const char *fmt, ...)
{
	struct buf b = {0};
	va_list args;
	va_start(args, fmt);
	buf_vprintf(&b, fmt, args);
	va_end(args);
	return (struct result){buf_detach(&b)};
}

struct result result_errno(const char *fmt, ...)
{
	int error = errno;
	struct buf b = {0};
	va_list args;
	va_start(args, fmt);
	buf_vprintf(&b, fmt, args);
	va_end(args);
	buf_printf(&b, ": %s", strerror(error));
	return (struct result){buf_detach(&b)};
}

struct result result_within(struct result r, const char *fmt, ...)
{
	if (!result_failed(r))
		return r;
	struct buf b = {0};
	va_list args;
	va_start(args, fmt);
	buf_vprintf(&b, fmt, args);
	va_end(args);
	buf_printf(&b, ": %s", r.error);
	result_release(&r);
	return (struct result){buf_detach(&b)};
}

void result_release(struct result *r)
{
	mem_free(r->error);
	r->error = NULL;
}

void result_ignore(struct result r)
{
	result_release(&r);
}

struct result result_first(struct result a, struct result b)
{
	if (!result_failed(a))
		return b;
	result_ignore(b);
	return a;
}
