/* SPDX-License-Identifier: MIT */
#include "jobs/store/run_dir.h"

#include "base/text.h"
#include "jobs/store/store.h"
#include "jobs/system/file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK_NAME "lock"
#define MOST_RUNS 100000

char *run_dir_file(const struct run_dir *d, const char *name)
{
	return str_format("%s/%s", d->path, name);
}

static struct result lock(struct run_dir *d)
{
	char *path = run_dir_file(d, LOCK_NAME);
	struct result r = result_ok();
	d->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (d->lock_fd < 0)
		r = result_errno("cannot write '%s'", path);
	else if (flock(d->lock_fd, LOCK_EX | LOCK_NB) != 0)
		r = errno == EWOULDBLOCK
		            ? result_error("another scree is at work on '%s'", d->shown)
		            : result_errno("cannot lock '%s'", path);
	mem_free(path);
	return r;
}

static struct result find_path(struct run_dir *d)
{
	char *real = realpath(d->shown, NULL);
	if (!real)
		return result_errno("cannot look at '%s'", d->shown);
	d->path = str_copy(real);
	free(real);
	return result_ok();
}

static bool holds_run(const struct run_dir *d)
{
	char *path = run_dir_file(d, RUN_DIR_STORE);
	bool there = access(path, F_OK) == 0;
	mem_free(path);
	return there;
}

/* The last part of the path, without its ending and with nothing that a shell minds. */
static char *run_name(const char *program)
{
	const char *slash = strrchr(program, '/');
	struct buf b = {0};
	for (const char *s = slash ? slash + 1 : program; *s && !(*s == '.' && b.n); s++)
		buf_u8(&b, isalnum((unsigned char)*s) || *s == '-' ? (uint8_t)*s : '_');
	return b.n ? buf_detach(&b) : str_copy("run");
}

static struct result make_fresh(struct run_dir *d, const char *program)
{
	GUARD(directory_make(RUNS_DIR));
	char *name = run_name(program);
	struct result r = result_error("'%s' is full of runs; remove old ones", RUNS_DIR);
	for (unsigned i = 1; i < MOST_RUNS; i++) {
		d->shown = str_format(RUNS_DIR "/%s-%u", name, i);
		bool made = mkdir(d->shown, 0777) == 0;
		if (made || errno != EEXIST) {
			result_release(&r);
			r = made ? result_ok()
			         : result_errno("cannot make the directory '%s'", d->shown);
			break;
		}
		mem_free(d->shown);
		d->shown = NULL;
	}
	mem_free(name);
	d->fresh = true;
	return r;
}

struct result run_dir_make(struct run_dir *d, const char *path, const char *program)
{
	*d = (struct run_dir){.lock_fd = -1};
	if (path) {
		d->shown = str_copy(path);
		GUARD(directory_make(path));
	} else {
		GUARD(make_fresh(d, program));
	}
	GUARD(find_path(d));
	GUARD(lock(d));
	if (holds_run(d))
		return result_error("'%s' holds a run already; go on with it by `scree resume %s`, "
		                    "or choose another directory",
		                    path, path);
	return result_ok();
}

struct result run_dir_open(struct run_dir *d, const char *path)
{
	*d = (struct run_dir){.lock_fd = -1, .shown = str_copy(path)};
	GUARD(find_path(d));
	if (!holds_run(d))
		return result_error("'%s' is not the directory of a run, or of one that was killed "
		                    "before it had begun: there is no " RUN_DIR_STORE
		                    " in it; begin again with `scree check`",
		                    path);
	return lock(d);
}

void run_dir_remove(struct run_dir *d)
{
	static const char *const files[] = {RUN_DIR_STORE,        RUN_DIR_STORE "-wal",
	                                    RUN_DIR_STORE "-shm", RUN_DIR_STORE STORE_NEW,
	                                    RUN_DIR_PROGRAM,      LOCK_NAME};
	for (size_t i = 0; d->path && i < ARRAY_SIZE(files); i++) {
		char *path = run_dir_file(d, files[i]);
		unlink(path);
		mem_free(path);
	}
	if (d->path && rmdir(d->path) == 0) {
		char *slash = strrchr(d->path, '/');
		*slash = '\0';
		/* The last run takes the directory of all of them with it. */
		if (d->fresh && str_ends(d->path, "/" RUNS_DIR))
			rmdir(d->path);
	}
	run_dir_release(d);
}

void run_dir_release(struct run_dir *d)
{
	if (d->path && d->lock_fd >= 0)
		close(d->lock_fd);
	mem_free(d->path);
	mem_free(d->shown);
	*d = (struct run_dir){.lock_fd = -1};
}
