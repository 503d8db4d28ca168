/* SPDX-License-Identifier: MIT */
#include "cli/cc/cc_compiler.h"

#include "base/str.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The C++ compiler that comes with a C compiler, by the usual names. NULL: no idea. */
static char *companion(const char *cc)
{
	static const struct {
		const char *c, *cxx;
	} names[] = {{"clang", "clang++"}, {"gcc", "g++"}, {"icx", "icpx"}, {"cc", "c++"}};
	const char *base = strrchr(cc, '/') ? strrchr(cc, '/') + 1 : cc;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *at = strstr(base, names[i].c);
		if (at)
			return str_format("%.*s%s%s", (int)(at - cc), cc, names[i].cxx,
			                  at + strlen(names[i].c));
	}
	return NULL;
}

static bool choose_companion(struct args *command, const char *cc)
{
	char *cxx;

	args_add_words(command, cc);
	cxx = companion(command->at[command->n - 1]);
	if (!cxx) {
		fprintf(stderr, "scree: SCREE_CC is '%s'; set SCREE_CXX to its C++ compiler\n", cc);
		return false;
	}
	mem_free(command->at[command->n - 1]);
	command->at[command->n - 1] = cxx;
	return true;
}

bool cc_compiler_choose(struct args *command, enum cc_language language)
{
	const char *cc = getenv("SCREE_CC");
	const char *given = language == CC_C ? cc : getenv("SCREE_CXX");
	static const char blanks[] = " \t\n";
	const char *name;

	if (given && given[strspn(given, blanks)]) {
		args_add_words(command, given);
	} else if (language == CC_CXX && cc && cc[strspn(cc, blanks)]) {
		if (!choose_companion(command, cc))
			return false;
	} else {
		args_add(command, language == CC_C ? "gcc" : "g++");
	}
	name = strrchr(command->at[0], '/') ? strrchr(command->at[0], '/') + 1 : command->at[0];
	if (!strcmp(name, "scree")) {
		fprintf(stderr, "scree: SCREE_CC and SCREE_CXX name the compiler that scree runs: "
		                "gcc or clang, not scree\n");
		return false;
	}
	return true;
}

/* The child: `COMPILER --version`, in English, into the pipe. */
static NORETURN void run_version(char **argv, int out)
{
	setenv("LC_ALL", "C", 1);
	if (dup2(out, STDOUT_FILENO) < 0)
		_exit(127);
	execvp(argv[0], argv);
	fprintf(stderr, "scree: cannot run the compiler '%s': %s\n", argv[0], strerror(errno));
	_exit(127);
}

bool cc_compiler_family(struct args *command, enum cc_family *family)
{
	char text[4096];
	size_t used = 0;
	int fds[2], status;
	pid_t child;
	ssize_t n;

	args_add(command, "--version");
	if (pipe(fds) || (child = fork()) < 0) {
		fprintf(stderr, "scree: cannot start a process: %s\n", strerror(errno));
		return false;
	}
	if (!child)
		run_version(args_argv(command), fds[1]);
	mem_free(vec_pop(command));
	close(fds[1]);
	while (used < sizeof(text) - 1 && (n = read(fds[0], text + used, sizeof(text) - 1 - used)))
		if (n > 0)
			used += (size_t)n;
		else if (errno != EINTR)
			break;
	text[used] = 0;
	close(fds[0]);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	/* Every gcc names its owner; the others that take gcc's options are clang's relatives. */
	*family = strstr(text, "Free Software Foundation") ? CC_GCC : CC_CLANG;
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return true;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 127)
		fprintf(stderr, "scree: '%s --version' fails: not a compiler?\n", command->at[0]);
	return false;
}
