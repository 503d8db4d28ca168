/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <string.h>

void buf_text(struct buf *b, const char *s)
{
	buf_bytes(b, s, strlen(s));
}

void buf_vprintf(struct buf *b, const char *fmt, va_list args)
{
	char *text = str_vformat(fmt, args);
	buf_text(b, text);
	mem_free(text);
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	buf_vprintf(b, fmt, args);
	va_end(args);
}

/* An empty buffer may have no memory, and fwrite must not be given NULL. */
void buf_print(const struct buf *b, FILE *out)
{
	if (b->n)
		fwrite(b->at, 1, b->n, out);
}

void buf_fill(struct buf *b, char c, size_t n)
{
	while (n--)
		buf_bytes(b, &c, 1);
}

const char *buf_cstr(struct buf *b)
{
	buf_u8(b, 0);
	b->n--;
	return (const char *)b->at;
}

char *buf_detach(struct buf *b)
{
	buf_u8(b, 0);
	char *text = (char *)b->at;
	*b = (struct buf){0};
	return text;
}

/* Bytes of the sequence that this byte starts, 0 where it starts none. */
static size_t utf8_length(uint8_t lead)
{
	if (lead < 0x80)
		return 1;
	if (lead >= 0xc2 && lead <= 0xdf)
		return 2;
	if (lead >= 0xe0 && lead <= 0xef)
		return 3;
	if (lead >= 0xf0 && lead <= 0xf4)
		return 4;
	return 0;
}

size_t utf8_decode(const char *s, size_t n, uint32_t *code)
{
	static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
	uint8_t lead = (uint8_t)s[0];
	size_t length = utf8_length(lead);
	*code = UTF8_BAD;
	if (length == 0 || length > n)
		return 1;
	uint32_t c = length == 1 ? lead : lead & (0x7fu >> length);
	for (size_t i = 1; i < length; i++) {
		if (((uint8_t)s[i] & 0xc0) != 0x80)
			return 1;
		c = c << 6 | ((uint8_t)s[i] & 0x3f);
	}
	if (c < smallest[length] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 1;
	*code = c;
	return length;
}

void utf8_encode(struct buf *b, uint32_t code)
{
	if (code < 0x80) {
		buf_u8(b, (uint8_t)code);
		return;
	}
	int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	static const uint8_t lead[] = {0, 0xc0, 0xe0, 0xf0};
	buf_u8(b, (uint8_t)(lead[more] | code >> (6 * more)));
	while (more--)
		buf_u8(b, (uint8_t)(0x80 | (code >> (6 * more) & 0x3f)));
}
