/* SPDX-License-Identifier: MIT */
#include "jobs/workers/program.h"

#include "base/text.h"
#include "base/version.h"
#include "event/wire.h"
#include "jobs/system/file.h"
#include "jobs/workers/compile.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A regular file of that name in one of the directories of PATH, to be freed, or NULL. */
static char *find_in_path(const char *name)
{
	const char *dirs = getenv("PATH");
	while (dirs && *dirs) {
		size_t n = strcspn(dirs, ":");
		char *path = str_format("%.*s/%s", n ? (int)n : 1, n ? dirs : ".", name);
		struct stat st;
		if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0)
			return path;
		mem_free(path);
		dirs += n + (dirs[n] == ':');
	}
	return NULL;
}

static struct result find_file(const char *name, char **path)
{
	if (!*name)
		return result_error("the program's name is empty");
	if (strchr(name, '/')) {
		*path = str_copy(name);
		return result_ok();
	}
	if (access(name, F_OK) == 0) {
		*path = str_format("./%s", name);
		return result_ok();
	}
	*path = find_in_path(name);
	if (!*path)
		return result_error("there is no '%s', neither in the current directory nor in "
		                    "PATH; give the path of a program built with `scree cc`",
		                    name);
	return result_ok();
}

static struct result open_file(const char *path, bool source, int *fd)
{
	struct stat st;
	if (stat(path, &st) < 0) {
		if (errno == ENOENT)
			return result_error("there is no file '%s'", path);
		return result_errno("cannot look at '%s'", path);
	}
	if (S_ISDIR(st.st_mode))
		return result_error("'%s' is a directory; give the program in it", path);
	if (!S_ISREG(st.st_mode))
		return result_error("'%s' is not a regular file", path);
	if (!source && access(path, X_OK) < 0)
		return result_error("'%s' is not executable; `chmod +x %s` if it is a program",
		                    path, path);
	*fd = open(path, O_RDONLY | O_CLOEXEC);
	if (*fd < 0)
		return result_errno("cannot read '%s'", path);
	return result_ok();
}

/* What the notes of an ELF file say. */
struct elf_notes {
	char *scree_version;
	char *build_id;
};

static char *hex_text(const uint8_t *bytes, size_t n)
{
	struct buf b = {0};
	for (size_t i = 0; i < n; i++)
		buf_printf(&b, "%02x", bytes[i]);
	return buf_detach(&b);
}

static void read_note(struct elf_notes *notes, const char *data, const GElf_Nhdr *note, size_t name,
                      size_t desc)
{
	const char *owner = data + name;
	if (note->n_type == WIRE_NOTE_TYPE && note->n_namesz == sizeof(WIRE_NOTE_NAME) &&
	    memcmp(owner, WIRE_NOTE_NAME, sizeof(WIRE_NOTE_NAME)) == 0 && !notes->scree_version)
		notes->scree_version = str_format("%.*s", (int)note->n_descsz, data + desc);
	if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == sizeof("GNU") &&
	    memcmp(owner, "GNU", sizeof("GNU")) == 0 && !notes->build_id)
		notes->build_id = hex_text((const uint8_t *)data + desc, note->n_descsz);
}

static void read_notes(Elf *elf, struct elf_notes *notes)
{
	size_t n = 0;
	if (elf_getphdrnum(elf, &n) < 0)
		return;
	for (size_t i = 0; i < n; i++) {
		GElf_Phdr header;
		if (!gelf_getphdr(elf, (int)i, &header) || header.p_type != PT_NOTE)
			continue;
		Elf_Type type = header.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR;
		Elf_Data *data =
		        elf_getdata_rawchunk(elf, (int64_t)header.p_offset, header.p_filesz, type);
		GElf_Nhdr note;
		size_t at = 0, name, desc;
		while (data && (at = gelf_getnote(data, at, &note, &name, &desc)) > 0)
			read_note(notes, data->d_buf, &note, name, desc);
	}
}

static struct result check_header(Elf *elf, const char *path)
{
	GElf_Ehdr header;
	if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
		return result_error("'%s' is not an ELF executable (a script?); give a program "
		                    "built with `scree cc`",
		                    path);
	if (header.e_machine != EM_X86_64 || header.e_ident[EI_CLASS] != ELFCLASS64)
		return result_error("'%s' is not an x86-64 program; scree runs on x86-64 only",
		                    path);
	if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
		return result_error("'%s' is not linked; link it with `scree cc`", path);
	return result_ok();
}

static struct result check_elf(Elf *elf, const char *path, struct elf_notes *notes)
{
	GUARD(check_header(elf, path));
	read_notes(elf, notes);
	if (!notes->scree_version)
		return result_error("'%s' was not built with scree; compile and link it with "
		                    "`scree cc` (in a build system: CC=\"scree cc\")",
		                    path);
	if (strcmp(notes->scree_version, SCREE_VERSION) != 0)
		return result_error("'%s' was built by scree %s and this is scree %s; build it "
		                    "again",
		                    path, notes->scree_version, SCREE_VERSION);
	return result_ok();
}

static struct result check_file(struct program *p)
{
	int fd = -1;
	GUARD(open_file(p->path, false, &fd));
	elf_version(EV_CURRENT);
	struct elf_notes notes = {0};
	Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
	struct result r = check_elf(elf, p->path, &notes);
	elf_end(elf);
	close(fd);
	mem_free(notes.scree_version);
	p->build_id = notes.build_id;
	return r;
}

static struct result compile(struct program *p)
{
	int fd = -1;
	GUARD(open_file(p->name, true, &fd));
	close(fd);
	return compile_source(p->name, &p->dir, &p->path);
}

struct result program_open(struct program *p, const char *name)
{
	*p = (struct program){.name = str_copy(name)};
	if (is_source_file(name))
		GUARD(compile(p));
	else
		GUARD(find_file(name, &p->path));
	return check_file(p);
}

/* The temporary directory of then, which a killed scree may have left behind. */
static struct result take_directory(struct program *p)
{
	const char *slash = strrchr(p->path, '/');
	struct stat st;
	char *dir = str_format("%.*s", slash ? (int)(slash - p->path) : 0, p->path);
	struct result r = result_ok();
	if (mkdir(dir, 0700) != 0 && errno != EEXIST)
		r = result_errno("cannot put the compiled program back at '%s'", p->path);
	else if (lstat(dir, &st) != 0 || !S_ISDIR(st.st_mode) || st.st_uid != geteuid())
		r = result_error("cannot put the compiled program back at '%s': the directory is "
		                 "not yours",
		                 p->path);
	if (result_failed(r))
		mem_free(dir);
	else
		p->dir.path = dir;
	return r;
}

static struct result put_back(struct program *p, const char *copy)
{
	struct buf b = {0};
	GUARD(take_directory(p));
	struct result r = file_read(copy, &b, SIZE_MAX);
	if (!result_failed(r))
		r = file_write(p->path, &b);
	if (!result_failed(r) && chmod(p->path, 0700) != 0)
		r = result_errno("cannot make '%s' executable", p->path);
	buf_release(&b);
	return r;
}

struct result program_open_again(struct program *p, const char *name, const char *path,
                                 const char *copy)
{
	*p = (struct program){.name = str_copy(name), .path = str_copy(path)};
	if (is_source_file(name))
		GUARD(put_back(p, copy));
	return check_file(p);
}

void program_release(struct program *p)
{
	tempdir_remove(&p->dir);
	mem_free(p->name);
	mem_free(p->path);
	mem_free(p->build_id);
	*p = (struct program){0};
}
