/* SPDX-License-Identifier: MIT */
/* Places in SARIF: URIs, lines and columns. */
#include "report/render/sarif_internal.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

void sarif_message(struct json *j, const char *key, const char *text)
{
	struct buf b = {0};
	for (const char *p = text; *p; p++) {
		buf_u8(&b, (uint8_t)*p);
		if (*p == '{' || *p == '}')
			buf_u8(&b, (uint8_t)*p);
		if (p[0] == ']' && p[1] == '(')
			buf_u8(&b, ' ');
	}
	json_open(j, key, '{');
	json_str(j, "text", buf_cstr(&b));
	json_close(j);
	buf_release(&b);
}

/* Unreserved characters of RFC 3986, and what parts a path; a colon could be taken for a scheme. */
void sarif_uri(struct buf *out, const char *path)
{
	if (*path == '/')
		buf_text(out, "file://");
	for (const char *p = path; *p; p++) {
		uint8_t c = (uint8_t)*p;
		if (c < 0x80 && (isalnum(c) || strchr("-._~/", c)))
			buf_u8(out, c);
		else
			buf_printf(out, "%%%02X", c);
	}
}

static void json_artifact(struct json *j, const char *path)
{
	struct buf uri = {0};
	sarif_uri(&uri, path);
	json_open(j, "artifactLocation", '{');
	json_str(j, "uri", buf_cstr(&uri));
	if (*path != '/')
		json_str(j, "uriBaseId", SARIF_BASE);
	json_close(j);
	buf_release(&uri);
}

const char *sarif_line(const struct story *s, const struct story_frame *f)
{
	if (f->file == STORY_NONE)
		return NULL;
	const struct story_file *file = &s->files.at[f->file];
	if (!file->readable || f->line < file->first || f->line - file->first >= file->lines.n)
		return NULL;
	return file->lines.at[f->line - file->first];
}

/* Debug information counts bytes, the log code points; 0: unknown. */
static uint32_t column_of(const char *line, uint32_t column)
{
	uint32_t n = 1;
	size_t at = 0, bytes = line ? strlen(line) : 0;
	if (!line || !column || column > bytes + 1)
		return 0;
	while (at < column - 1) {
		uint32_t code;
		at += utf8_decode(line + at, bytes - at, &code);
		n++;
	}
	return n;
}

static void json_region(struct json *j, const struct story *s, const struct sarif_location *l)
{
	const char *line = sarif_line(s, l->frame);
	uint32_t column = column_of(line, l->frame->column);
	json_open(j, "region", '{');
	json_u64(j, "startLine", l->frame->line);
	if (column)
		json_u64(j, "startColumn", column);
	if (l->snippet && line) {
		json_open(j, "snippet", '{');
		json_str(j, "text", line);
		json_close(j);
	}
	json_close(j);
}

void sarif_location(struct json *j, const char *key, const struct story *s,
                    const struct sarif_location *l)
{
	const struct story_frame *f = l->frame;
	json_open(j, key, '{');
	if (l->id)
		json_u64(j, "id", l->id);
	if (f && f->file != STORY_NONE) {
		json_open(j, "physicalLocation", '{');
		json_artifact(j, s->files.at[f->file].path);
		if (f->line)
			json_region(j, s, l);
		json_close(j);
	}
	if (f && f->function) {
		json_open(j, "logicalLocations", '[');
		json_open(j, NULL, '{');
		json_str(j, "fullyQualifiedName", f->function);
		json_str(j, "kind", "function");
		json_close(j);
		json_close(j);
	}
	if (l->message)
		sarif_message(j, "message", l->message);
	json_close(j);
}
