/* SPDX-License-Identifier: MIT */
#include "report/names/symbols.h"

#include "report/names/demangle.h"
#include "report/names/source.h"
#include "report/names/symbols_internal.h"

#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cached {
	uint64_t pc; /* 0: free */
	frame_vec frames;
};

struct range {
	uint64_t start;
	uint64_t size;
};

struct symbols {
	Dwfl *dwfl; /* NULL: nothing is known */
	char *maps;
	char *cwd;
	struct cached *cache; /* open addressing, a power of two */
	size_t cache_size;
	size_t cache_used;
	VEC(char *) kept;
	VEC(struct range) checker;   /* the code of our runtime, in each module that has it */
	struct variables *variables; /* NULL until asked for */
};

/* libdw would ask the network for debug information of every library. */
int symbols_find_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                           const char *file, const char *link, GElf_Word crc, char **found)
{
	char *urls = str_copy(getenv("DEBUGINFOD_URLS"));
	unsetenv("DEBUGINFOD_URLS");
	int fd = dwfl_standard_find_debuginfo(module, data, name, base, file, link, crc, found);
	if (urls)
		setenv("DEBUGINFOD_URLS", urls, 1);
	mem_free(urls);
	return fd;
}

static Dwfl *open_maps(const char *maps)
{
	static const Dwfl_Callbacks callbacks = {
	        .find_elf = dwfl_linux_proc_find_elf,
	        .find_debuginfo = symbols_find_debuginfo,
	};
	FILE *file = fmemopen((void *)(uintptr_t)maps, strlen(maps), "r");
	Dwfl *dwfl = file ? dwfl_begin(&callbacks) : NULL;
	if (dwfl && (dwfl_linux_proc_maps_report(dwfl, file) != 0 ||
	             dwfl_report_end(dwfl, NULL, NULL) != 0)) {
		dwfl_end(dwfl);
		dwfl = NULL;
	}
	if (file)
		fclose(file);
	return dwfl;
}

/* The runtime's code has a section of its own: runtime/merge.ld. */
static int find_checker(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr start,
                        void *to)
{
	(void)data, (void)name, (void)start;
	struct symbols *s = to;
	GElf_Addr bias;
	size_t names;
	Elf *elf = dwfl_module_getelf(module, &bias);
	Elf_Scn *section = NULL;
	if (!elf || elf_getshdrstrndx(elf, &names) != 0)
		return DWARF_CB_OK;
	while ((section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		const char *text = gelf_getshdr(section, &header)
		                           ? elf_strptr(elf, names, header.sh_name)
		                           : NULL;
		if (text && strcmp(text, "scree_text") == 0)
			vec_push(&s->checker,
			         (struct range){header.sh_addr + bias, header.sh_size});
	}
	return DWARF_CB_OK;
}

static bool is_checker(const struct symbols *s, uint64_t pc)
{
	for (size_t i = 0; i < s->checker.n; i++)
		if (pc - s->checker.at[i].start < s->checker.at[i].size)
			return true;
	return false;
}

struct symbols *symbols_open(const char *maps)
{
	struct symbols *s = mem_alloc(sizeof(*s));
	char *cwd = getcwd(NULL, 0);
	s->cwd = str_copy(cwd ? cwd : "/");
	free(cwd);
	s->maps = str_copy(maps ? maps : "");
	if (*s->maps)
		s->dwfl = open_maps(s->maps);
	if (s->dwfl)
		dwfl_getmodules(s->dwfl, find_checker, s, 0);
	s->cache_size = 256;
	s->cache = mem_alloc(s->cache_size * sizeof(*s->cache));
	return s;
}

void symbols_free(struct symbols *s)
{
	if (!s)
		return;
	variables_free(s->variables);
	for (size_t i = 0; i < s->cache_size; i++)
		vec_release(&s->cache[i].frames);
	mem_free(s->cache);
	for (size_t i = 0; i < s->kept.n; i++)
		mem_free(s->kept.at[i]);
	vec_release(&s->kept);
	vec_release(&s->checker);
	if (s->dwfl)
		dwfl_end(s->dwfl);
	mem_free(s->maps);
	mem_free(s->cwd);
	mem_free(s);
}

const char *symbols_keep(struct symbols *s, char *text)
{
	if (text)
		vec_push(&s->kept, text);
	return text;
}

void symbols_set_file(struct symbols *s, struct source_frame *f, const char *dir, const char *name)
{
	if (!name || strcmp(name, "<built-in>") == 0)
		return;
	f->path = symbols_keep(s, path_absolute(dir, name));
	f->file = path_relative(f->path, s->cwd);
}

/* ---- frames ---- */

static bool in_system_folder(const char *path)
{
	static const char *const folders[] = {"/usr/", "/lib/", "/lib64/"};
	for (size_t i = 0; path && i < ARRAY_SIZE(folders); i++)
		if (str_starts(path, folders[i]))
			return true;
	return false;
}

/* Code of headers that come with scree (scree/pebbles.h) runs in the program's name, as libc's
 * does. */
static bool in_our_header(const char *path)
{
	return path && strstr(path, "/lib/scree/include/");
}

/* What concerns all functions at one pc. */
static void mark_frames(struct symbols *s, Dwfl_Module *module, uint64_t pc, frame_vec *frames)
{
	const char *name = NULL, *path = NULL;
	if (module)
		path = dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
	if (path) {
		const char *slash = strrchr(path, '/');
		name = symbols_keep(s, str_copy(slash ? slash + 1 : path));
	}
	for (size_t i = 0; i < frames->n; i++) {
		struct source_frame *f = &frames->at[i];
		f->module = name;
		f->checker = is_checker(s, pc);
		f->library = in_system_folder(f->path) || in_system_folder(path) ||
		             in_our_header(f->path);
	}
}

static void find_frames(struct symbols *s, uint64_t pc, frame_vec *frames)
{
	Dwfl_Module *module = s->dwfl ? dwfl_addrmodule(s->dwfl, pc) : NULL;
	if (!module || !dwarf_frames(s, module, pc, frames)) {
		const char *name = module ? dwfl_module_addrname(module, pc) : NULL;
		struct source_frame f = {.function = name ? symbols_keep(s, demangle(name)) : NULL};
		vec_push(frames, f);
	}
	mark_frames(s, module, pc, frames);
}

static struct cached *slot(struct cached *cache, size_t size, uint64_t pc)
{
	size_t i = (size_t)(pc * 0x9e3779b97f4a7c15u >> 32) & (size - 1);
	while (cache[i].pc && cache[i].pc != pc)
		i = (i + 1) & (size - 1);
	return &cache[i];
}

static void grow_cache(struct symbols *s)
{
	size_t size = s->cache_size * 2;
	struct cached *cache = mem_alloc(size * sizeof(*cache));
	for (size_t i = 0; i < s->cache_size; i++)
		if (s->cache[i].pc)
			*slot(cache, size, s->cache[i].pc) = s->cache[i];
	mem_free(s->cache);
	s->cache = cache;
	s->cache_size = size;
}

const frame_vec *symbols_frames(struct symbols *s, uint64_t return_address)
{
	/* The call is before the address it returns to, which may be another line's. */
	uint64_t pc = return_address > 1 ? return_address - 1 : 1;
	if (s->cache_used * 2 >= s->cache_size)
		grow_cache(s);
	struct cached *c = slot(s->cache, s->cache_size, pc);
	if (!c->pc) {
		c->pc = pc;
		s->cache_used++;
		find_frames(s, pc, &c->frames);
	}
	return &c->frames;
}

const struct source_frame *symbols_place(struct symbols *s, const uint64_t *stack, size_t n)
{
	const struct source_frame *second_best = NULL;
	for (size_t i = 0; i < n; i++) {
		const frame_vec *frames = symbols_frames(s, stack[i]);
		for (size_t k = 0; k < frames->n; k++) {
			const struct source_frame *f = &frames->at[k];
			if (f->checker || !f->file || !f->line)
				continue;
			if (!f->library)
				return f;
			if (!second_best)
				second_best = f;
		}
	}
	return second_best;
}

/* ---- objects ---- */

/* What kind of memory the map says it is, by the name at the end of its line. */
static const char *memory_kind(const char *maps, uint64_t addr)
{
	for (const char *line = maps; *line;) {
		uint64_t start, end;
		size_t n = strcspn(line, "\n");
		if (sscanf(line, "%" SCNx64 "-%" SCNx64, &start, &end) == 2 && addr >= start &&
		    addr < end) {
			if (memmem(line, n, "heap", 4))
				return "heap ";
			if (memmem(line, n, "stack", 5))
				return "stack ";
			return "";
		}
		line += n + (line[n] == '\n');
	}
	return "";
}

struct variables *symbols_variables(struct symbols *s)
{
	if (s->dwfl && !s->variables)
		s->variables = variables_new(s->dwfl);
	return s->variables;
}

bool symbols_object(struct symbols *s, uint64_t addr, uint32_t size, struct buf *out)
{
	struct variables *v = symbols_variables(s);
	if (v && variables_name(v, addr, size, out))
		return true;
	buf_printf(out, "%s0x%" PRIx64, memory_kind(s->maps, addr), addr);
	return false;
}
