/* SPDX-License-Identifier: MIT */
/* Small: the only file that loads a library at run time. */
#include "report/names/demangle.h"

#include "base/text.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef char *demangle_fn(const char *, char *, size_t *, int *);

static demangle_fn *load(void)
{
	static const char *const libraries[] = {"libstdc++.so.6", "libc++abi.so.1"};
	for (size_t i = 0; i < ARRAY_SIZE(libraries); i++) {
		void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
		void *function = library ? dlsym(library, "__cxa_demangle") : NULL;
		if (function) {
			demangle_fn *fn;
			memcpy(&fn, &function, sizeof(fn));
			return fn;
		}
	}
	return NULL;
}

char *demangle(const char *name)
{
	static demangle_fn *fn;
	static bool tried;
	int status = 0;
	if (!str_starts(name, "_Z"))
		return str_copy(name);
	if (!tried) {
		fn = load();
		tried = true;
	}
	char *plain = fn ? fn(name, NULL, NULL, &status) : NULL;
	char *copy = str_copy(plain ? plain : name);
	free(plain);
	return copy;
}
