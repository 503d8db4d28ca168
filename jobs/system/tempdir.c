/* SPDX-License-Identifier: MIT */
#include "jobs/system/tempdir.h"

#include "base/text.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

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
