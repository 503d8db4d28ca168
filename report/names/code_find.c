/* SPDX-License-Identifier: MIT */
#include "report/names/code_find.h"

#include "base/text.h"
#include "report/names/code_find_internal.h"
#include "report/names/symbols_internal.h"

#include <gelf.h>
#include <string.h>

struct code_search *code_search_new(void)
{
	return mem_alloc(sizeof(struct code_search));
}

void code_search_free(struct code_search *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->files.n; i++) {
		struct code_file *f = &s->files.at[i];
		if (f->dwfl)
			dwfl_end(f->dwfl);
		mem_free(f->path);
		mem_free(f->build_id);
	}
	vec_release(&s->files);
	mem_free(s);
}

/* The section of the runtime's code: runtime/merge.ld. */
static void find_own_code(struct code_file *f, Elf *elf)
{
	Elf_Scn *section = NULL;
	size_t names;
	if (elf_getshdrstrndx(elf, &names) != 0)
		return;
	while ((section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		const char *name = gelf_getshdr(section, &header)
		                           ? elf_strptr(elf, names, header.sh_name)
		                           : NULL;
		if (name && strcmp(name, "scree_text") == 0) {
			f->own_lo = header.sh_addr;
			f->own_hi = header.sh_addr + header.sh_size;
		}
	}
}

/* Whatever has the runtime in it, or calls its entry of functions. */
static bool is_instrumented(const struct code_file *f)
{
	int n = dwfl_module_getsymtab(f->module);
	if (f->own_hi)
		return true;
	for (int i = 0; i < n; i++) {
		GElf_Sym sym;
		const char *name = dwfl_module_getsym(f->module, i, &sym, NULL);
		if (name && strcmp(name, "__tsan_func_entry") == 0)
			return true;
	}
	return false;
}

static char *build_id_of(Dwfl_Module *module)
{
	const unsigned char *bits = NULL;
	GElf_Addr addr;
	struct buf b = {0};
	int n = dwfl_module_build_id(module, &bits, &addr);
	for (int i = 0; i < n; i++)
		buf_printf(&b, "%02x", bits[i]);
	return buf_detach(&b);
}

struct result code_search_add(struct code_search *s, const char *path)
{
	static const Dwfl_Callbacks callbacks = {
	        .find_elf = dwfl_build_id_find_elf,
	        .find_debuginfo = symbols_find_debuginfo,
	};
	GElf_Addr bias;
	struct code_file f = {.path = str_copy(path)};
	const char *slash = strrchr(f.path, '/');
	f.name = slash ? slash + 1 : f.path;
	f.dwfl = dwfl_begin(&callbacks);
	/* Loaded at 0: addresses are offsets. */
	if (f.dwfl)
		f.module = dwfl_report_elf(f.dwfl, f.name, path, -1, 0, false);
	bool ok = f.module && dwfl_report_end(f.dwfl, NULL, NULL) == 0;
	Elf *elf = ok ? dwfl_module_getelf(f.module, &bias) : NULL;
	if (elf) {
		find_own_code(&f, elf);
		f.instrumented = is_instrumented(&f);
	}
	f.build_id = elf ? build_id_of(f.module) : str_copy("");
	vec_push(&s->files, f);
	if (!elf)
		return result_error("cannot read '%s' as an executable or library: %s", path,
		                    dwfl_errmsg(-1));
	return result_ok();
}

size_t code_search_files(const struct code_search *s)
{
	return s->files.n;
}

const char *code_search_name(const struct code_search *s, size_t file)
{
	return s->files.at[file].name;
}

const char *code_search_build_id(const struct code_search *s, size_t file)
{
	return s->files.at[file].build_id;
}

bool code_search_instrumented(const struct code_search *s, size_t file)
{
	return s->files.at[file].instrumented;
}
