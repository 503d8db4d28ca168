/* SPDX-License-Identifier: MIT */
#include "report/names/source.h"

#include "base/text.h"
#include "base/vec.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* A file larger than this is no source file. */
#define FILE_MAX (16u << 20)

struct source_file {
	char *path;
	char *text; /* NULL: cannot be read */
};

struct sources {
	VEC(struct source_file) files;
	char *root; /* where moved files are looked for; NULL: nowhere */
};

struct sources *sources_new(void)
{
	return mem_alloc(sizeof(struct sources));
}

void sources_free(struct sources *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->files.n; i++) {
		mem_free(s->files.at[i].path);
		mem_free(s->files.at[i].text);
	}
	vec_release(&s->files);
	mem_free(s->root);
	mem_free(s);
}

static char *read_text(const char *path)
{
	struct stat st;
	struct buf b = {0};
	char chunk[8192];
	size_t n;
	/* A path from debug information may name anything: a device must not block us. */
	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > FILE_MAX)
		return NULL;
	FILE *file = fopen(path, "re");
	if (!file)
		return NULL;
	while (b.n < FILE_MAX && (n = fread(chunk, 1, sizeof(chunk), file)) > 0)
		buf_bytes(&b, chunk, n);
	fclose(file);
	return buf_detach(&b);
}

void sources_root(struct sources *s, const char *root)
{
	mem_free(s->root);
	s->root = str_copy(root);
}

/* Below the root: the longest end of the path that is there. */
static char *read_moved(const char *root, const char *path)
{
	for (const char *end = path; end; end = strchr(end, '/')) {
		end += strspn(end, "/");
		char *moved = str_format("%s/%s", root, end);
		char *text = *end ? read_text(moved) : NULL;
		mem_free(moved);
		if (text)
			return text;
	}
	return NULL;
}

const char *sources_text(struct sources *s, const char *path)
{
	for (size_t i = 0; i < s->files.n; i++)
		if (strcmp(s->files.at[i].path, path) == 0)
			return s->files.at[i].text;
	char *text = s->root ? read_moved(s->root, path) : NULL;
	if (!text)
		text = read_text(path);
	vec_push(&s->files, (struct source_file){str_copy(path), text});
	return text;
}

char *sources_line(struct sources *s, const char *path, unsigned line)
{
	const char *text = path ? sources_text(s, path) : NULL;
	while (text && line > 1) {
		text = strchr(text, '\n');
		text += text != NULL;
		line--;
	}
	if (!text || !*text || line == 0)
		return NULL;
	size_t n = strcspn(text, "\n");
	while (n && isspace((unsigned char)*text)) {
		text++;
		n--;
	}
	while (n && isspace((unsigned char)text[n - 1]))
		n--;
	return n ? str_format("%.*s", (int)n, text) : NULL;
}

/* ---- names of files ---- */

/* Drops the last "/part" of what is there. */
static void drop_part(struct buf *b)
{
	while (b->n && b->at[b->n - 1] != '/')
		b->n--;
	if (b->n)
		b->n--;
}

static void add_parts(struct buf *b, const char *path)
{
	while (*path) {
		size_t n = strcspn(path, "/");
		if (n == 2 && memcmp(path, "..", 2) == 0) {
			drop_part(b);
		} else if (n && !(n == 1 && *path == '.')) {
			buf_u8(b, '/');
			buf_bytes(b, path, n);
		}
		path += n + (path[n] == '/');
	}
}

char *path_absolute(const char *dir, const char *name)
{
	struct buf b = {0};
	if (name[0] != '/' && dir)
		add_parts(&b, dir);
	add_parts(&b, name);
	return buf_detach(&b);
}

const char *path_relative(const char *path, const char *dir)
{
	size_t n = strlen(dir);
	if (n > 1 && strncmp(path, dir, n) == 0 && path[n] == '/')
		return path + n + 1;
	return path;
}
