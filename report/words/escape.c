/* SPDX-License-Identifier: MIT */
#include "report/words/escape.h"

#include <string.h>

static bool turns_direction(uint32_t c)
{
	return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e ||
	       c == 0x200f;
}

static size_t add_hex(struct buf *out, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_printf(out, "\\x%02x", (uint8_t)s[i]);
	return 4 * n;
}

size_t escape_text(struct buf *out, const char *text)
{
	size_t left = strlen(text), width = 0;
	while (left) {
		uint32_t c;
		size_t n = utf8_decode(text, left, &c), before = out->n;
		bool bad = c == UTF8_BAD && n == 1;
		if (c == '\t') {
			buf_u8(out, ' ');
			width++;
		} else if (c == '\n') {
			buf_text(out, "\\n");
			width += 2;
		} else if (bad || c < 0x20 || (c >= 0x7f && c < 0xa0)) {
			width += add_hex(out, text, n);
		} else if (turns_direction(c)) {
			buf_printf(out, "\\u{%x}", c);
			width += out->n - before;
		} else {
			buf_bytes(out, text, n);
			width++;
		}
		text += n;
		left -= n;
	}
	return width;
}

static const char *const codes[] = {
        [PAINT_PLAIN] = "",         [PAINT_ERROR] = "\033[1;31m", [PAINT_WARNING] = "\033[1;33m",
        [PAINT_STRONG] = "\033[1m", [PAINT_FAINT] = "\033[2m",    [PAINT_PLACE] = "\033[36m",
};

void paint_start(struct buf *out, bool on, enum paint p)
{
	if (on)
		buf_text(out, codes[p]);
}

void paint_end(struct buf *out, bool on)
{
	if (on)
		buf_text(out, "\033[0m");
}
