/* SPDX-License-Identifier: MIT */
#include "report/names/path.h"

#include "base/text.h"

#include <string.h>

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
