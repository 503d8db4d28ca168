/* SPDX-License-Identifier: MIT */
#include "jobs/system/file.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define SCHEDULE_FILE_MAX (256u << 20)

struct result file_read(const char *path, struct buf *b, size_t max)
{
	char chunk[8192];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return result_errno("cannot open '%s'", path);
	struct result r = result_ok();
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof(chunk));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			r = result_errno("cannot read '%s'", path);
		if (n <= 0)
			break;
		buf_bytes(b, chunk, (size_t)n);
		if (b->n > max) {
			r = result_error("'%s' is larger than %zu MB", path, max >> 20);
			break;
		}
	}
	close(fd);
	return r;
}

static bool write_all(int fd, const struct buf *b)
{
	for (size_t at = 0; at < b->n;) {
		ssize_t n = write(fd, b->at + at, b->n - at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		at += (size_t)n;
	}
	return true;
}

/* close also tells of a full disk. */
static bool write_to(const char *path, int flags, const struct buf *b)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | flags, 0666);
	if (fd < 0)
		return false;
	bool written = write_all(fd, b);
	int error = errno;
	bool closed = close(fd) == 0;
	if (!written)
		errno = error;
	return written && closed;
}

struct result file_write(const char *path, const struct buf *b)
{
	struct stat st;
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
		if (!write_to(path, 0, b))
			return result_errno("cannot write '%s'", path);
		return result_ok();
	}
	struct result r = result_ok();
	char *fresh = str_format("%s.%d.tmp", path, (int)getpid());
	if (!write_to(fresh, O_CREAT | O_TRUNC, b) || rename(fresh, path) != 0) {
		r = result_errno("cannot write '%s'", path);
		unlink(fresh);
	}
	mem_free(fresh);
	return r;
}

struct result schedule_load(const char *path, struct schedule *s)
{
	struct buf b = {0};
	*s = (struct schedule){0};
	struct result r = file_read(path, &b, SCHEDULE_FILE_MAX);
	if (!result_failed(r))
		r = result_within(schedule_parse(s, (const char *)b.at, b.n), "%s", path);
	buf_release(&b);
	return r;
}

struct result schedule_save(const char *path, const struct schedule *s)
{
	struct buf b = {0};
	schedule_encode(&b, s);
	struct result r = file_write(path, &b);
	buf_release(&b);
	return r;
}

struct result directory_make(const char *dir)
{
	char *path = str_copy(dir);
	struct result r = result_ok();
	for (char *p = path + 1; !result_failed(r) && *path; p++) {
		char end = *p;
		if (end && end != '/')
			continue;
		*p = '\0';
		if (mkdir(path, 0777) != 0 && errno != EEXIST)
			r = result_errno("cannot make the directory '%s'", path);
		*p = end;
		if (!end)
			break;
	}
	mem_free(path);
	return r;
}

/* ---- a temporary directory ---- */

struct result tempdir_make(struct tempdir *d)
{
	const char *parent = getenv("TMPDIR");
	if (!parent || !*parent)
		parent = "/tmp";
	d->path = str_format("%s/scree-XXXXXX", parent);
	if (mkdtemp(d->path))
		return result_ok();
	struct result r = result_errno("cannot make a temporary directory in '%s' (set TMPDIR "
	                               "to another place)",
	                               parent);
	mem_free(d->path);
	d->path = NULL;
	return r;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *where)
{
	(void)st, (void)type, (void)where;
	remove(path); /* what cannot be removed makes its parent stay, and nothing else */
	return 0;
}

void tempdir_remove(struct tempdir *d)
{
	if (!d->path)
		return;
	nftw(d->path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
	mem_free(d->path);
	d->path = NULL;
}
