/* SPDX-License-Identifier: MIT */
#include "jobs/workers/libraries.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRACE "LD_TRACE_LOADED_OBJECTS="

/* Without a loader that obeys LD_TRACE_LOADED_OBJECTS the program itself would run. */
static bool has_loader(const char *path)
{
	bool found = false;
	size_t n = 0;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	elf_version(EV_CURRENT);
	Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ, NULL) : NULL;
	if (elf && elf_getphdrnum(elf, &n) == 0)
		for (size_t i = 0; i < n; i++) {
			GElf_Phdr header;
			found |= gelf_getphdr(elf, (int)i, &header) && header.p_type == PT_INTERP;
		}
	elf_end(elf);
	if (fd >= 0)
		close(fd);
	return found;
}

/* "\tlibq.so => /lib/libq.so (0x…)" or "\t./libq.so (0x…)"; without a slash: the kernel's. */
static void read_line(char *line, string_vec *paths)
{
	char *arrow = strstr(line, " => "), *path = arrow ? arrow + 4 : line + 1;
	char *end = strrchr(line, '(');
	if (*line != '\t' || !end || end <= path + 1)
		return;
	end[-1] = '\0';
	if (strchr(path, '/'))
		vec_push(paths, str_copy(path));
}

static void read_all(int fd, struct buf *b)
{
	char part[4096];
	ssize_t n;
	while ((n = read(fd, part, sizeof(part))) != 0) {
		if (n > 0)
			buf_bytes(b, part, (size_t)n);
		else if (errno != EINTR)
			break;
	}
}

static int start_trace(const char *program, int out, pid_t *pid)
{
	VEC(char *) env = {0};
	char trace[] = TRACE "1";
	char *argv[] = {(char *)(uintptr_t)program, NULL};
	posix_spawn_file_actions_t actions;
	for (char **e = environ; *e; e++)
		if (!str_starts(*e, TRACE))
			vec_push(&env, *e);
	vec_push(&env, trace);
	vec_push(&env, NULL);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, out, 1);
	posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
	int error = posix_spawn(pid, program, &actions, NULL, argv, env.at);
	posix_spawn_file_actions_destroy(&actions);
	vec_release(&env);
	return error;
}

struct result program_libraries(const char *program, string_vec *paths)
{
	struct buf b = {0};
	pid_t pid;
	int ends[2], status;
	if (!has_loader(program))
		return result_ok();
	if (pipe2(ends, O_CLOEXEC) != 0)
		return result_errno("cannot make a pipe");
	errno = start_trace(program, ends[1], &pid);
	close(ends[1]);
	if (errno) {
		close(ends[0]);
		return result_errno("cannot ask which libraries '%s' needs", program);
	}
	read_all(ends[0], &b);
	close(ends[0]);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	char *text = buf_detach(&b), *save;
	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		read_line(line, paths);
	mem_free(text);
	return result_ok();
}
