/* SPDX-License-Identifier: MIT */
#include "base/json.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

static void quote(struct buf *out, const char *s)
{
	static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
	size_t left = strlen(s);
	buf_u8(out, '"');
	while (left) {
		uint32_t code;
		size_t n = utf8_decode(s, left, &code);
		const char *at = code < 0x80 ? strchr(plain, (int)code) : NULL;
		if (at)
			buf_printf(out, "\\%c", letter[at - plain]);
		else if (code < 0x20 || code == 0x7f)
			buf_printf(out, "\\u%04x", code);
		else
			utf8_encode(out, code);
		s += n;
		left -= n;
	}
	buf_u8(out, '"');
}

static void new_line(struct json *j, unsigned depth)
{
	buf_u8(j->out, '\n');
	buf_fill(j->out, ' ', 2 * (size_t)depth);
}

/* What stands before a value: comma, line, key. */
static void start(struct json *j, const char *key)
{
	if (j->depth == 0) {
		BUG_ON(key);
		return;
	}
	BUG_ON((j->open[j->depth - 1] == '{') != (key != NULL));
	bool some = j->some[j->depth - 1];
	if (some)
		buf_u8(j->out, ',');
	if (j->depth <= j->lines)
		new_line(j, j->depth);
	else if (some)
		buf_u8(j->out, ' ');
	j->some[j->depth - 1] = true;
	if (key) {
		quote(j->out, key);
		buf_text(j->out, ": ");
	}
}

void json_open(struct json *j, const char *key, char bracket)
{
	BUG_ON(bracket != '{' && bracket != '[');
	BUG_ON(j->depth == JSON_DEPTH);
	start(j, key);
	buf_u8(j->out, (uint8_t)bracket);
	j->open[j->depth] = bracket;
	j->some[j->depth] = false;
	j->depth++;
}

void json_close(struct json *j)
{
	BUG_ON(j->depth == 0);
	j->depth--;
	if (j->some[j->depth] && j->depth + 1 <= j->lines)
		new_line(j, j->depth);
	buf_u8(j->out, j->open[j->depth] == '{' ? '}' : ']');
	if (j->depth == 0)
		buf_u8(j->out, '\n');
}

void json_str(struct json *j, const char *key, const char *s)
{
	if (!s) {
		json_null(j, key);
		return;
	}
	start(j, key);
	quote(j->out, s);
}

void json_u64(struct json *j, const char *key, uint64_t v)
{
	start(j, key);
	buf_printf(j->out, "%" PRIu64, v);
}

void json_i64(struct json *j, const char *key, int64_t v)
{
	start(j, key);
	buf_printf(j->out, "%" PRId64, v);
}

void json_hex(struct json *j, const char *key, uint64_t v)
{
	start(j, key);
	buf_printf(j->out, "\"0x%" PRIx64 "\"", v);
}

void json_real(struct json *j, const char *key, double v)
{
	if (!__builtin_isfinite(v)) {
		json_null(j, key);
		return;
	}
	start(j, key);
	buf_printf(j->out, "%.3f", v);
}

void json_small(struct json *j, const char *key, double v)
{
	if (!__builtin_isfinite(v)) {
		json_null(j, key);
		return;
	}
	start(j, key);
	buf_printf(j->out, "%.6g", v);
}

void json_bool(struct json *j, const char *key, bool v)
{
	start(j, key);
	buf_text(j->out, v ? "true" : "false");
}

void json_null(struct json *j, const char *key)
{
	start(j, key);
	buf_text(j->out, "null");
}
