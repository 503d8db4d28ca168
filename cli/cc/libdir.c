/* SPDX-License-Identifier: MIT */
/* Small: `scree cc` and the replay under gdb both use it. */
#include "cli/cc/libdir.h"

#include "base/str.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Takes over dir: gives it back if the runtime is there. */
static char *if_complete(char *dir)
{
	char *object = str_format("%s/scree_rt.o", dir);
	bool there = !access(object, R_OK);

	mem_free(object);
	if (there)
		return dir;
	mem_free(dir);
	return NULL;
}

char *libdir_find(void)
{
	/* build/scree and PREFIX/bin/scree; both are relative to the folder of the program. */
	static const char *const places[] = {"lib/scree", "../lib/scree"};
	const char *given = getenv("SCREE_LIBDIR");
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *dir = NULL;

	if (given && *given) {
		dir = if_complete(str_format("%s", given));
		if (!dir)
			fprintf(stderr, "scree: no scree_rt.o in SCREE_LIBDIR=%s\n", given);
		return dir;
	}
	self[n > 0 ? n : 0] = 0;
	if (strrchr(self, '/'))
		*strrchr(self, '/') = 0;
	for (size_t i = 0; i < ARRAY_SIZE(places) && !dir; i++)
		dir = if_complete(str_format("%s/%s", self, places[i]));
	if (!dir)
		fprintf(stderr,
		        "scree: no lib/scree/scree_rt.o beside or below %s; build it with 'make', "
		        "or set SCREE_LIBDIR\n",
		        self);
	return dir;
}
