/* SPDX-License-Identifier: MIT */
#include "jobs/workers/compile.h"

#include "base/text.h"
#include "jobs/system/interrupt.h"
#include "jobs/system/process.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
	const char *ending;
	const char *driver;
} languages[] = {
        {".c", "cc"},    {".cc", "c++"},  {".cpp", "c++"},
        {".cxx", "c++"}, {".c++", "c++"}, {".C", "c++"},
};

static const char *driver_for(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(languages); i++)
		if (str_ends(name, languages[i].ending))
			return languages[i].driver;
	return NULL;
}

bool is_source_file(const char *name)
{
	return driver_for(name) != NULL;
}

/* dir/NAME for path/NAME.c */
static char *output_name(const char *name, const char *dir)
{
	const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
	size_t stem = (size_t)(strrchr(base, '.') - base);
	return str_format("%s/%.*s", dir, stem ? (int)stem : 4, stem ? base : "prog");
}

static struct result run_compiler(const char *name, char *output)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	if (n < 0)
		return result_errno("cannot find the scree executable (is /proc mounted?)");
	self[n] = '\0';
	char *argv[] = {"scree",    (char *)(uintptr_t)driver_for(name),
	                "-pthread", "-o",
	                output,     (char *)(uintptr_t)name,
	                NULL};
	struct spawn how = {.path = self, .argv = argv, .stdin_fd = -1, .stdout_to_stderr = true};
	struct process compiler;
	GUARD(process_start(&compiler, &how));
	process_wait(&compiler);
	if (interrupt_signal())
		return result_error("interrupted while compiling '%s'", name);
	if (WIFEXITED(compiler.status) && WEXITSTATUS(compiler.status) == 0)
		return result_ok();
	return result_error("'%s' does not compile; `scree %s %s` shows the same messages", name,
	                    driver_for(name), name);
}

struct result compile_source(const char *name, struct tempdir *dir, char **path)
{
	GUARD(tempdir_make(dir));
	*path = output_name(name, dir->path);
	struct result r = run_compiler(name, *path);
	if (result_failed(r)) {
		tempdir_remove(dir);
		mem_free(*path);
		*path = NULL;
	}
	return r;
}
