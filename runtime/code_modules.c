/* SPDX-License-Identifier: MIT */
/* Where the modules are loaded that the rules about code (engine/code_map.h) speak of. */
#include "engine/code_map.h"
#include "runtime/modules.h"
#include "runtime/rt.h"

#include <link.h>
#include <string.h>

static uintptr_t *bases; /* of each module of the rules; UINTPTR_MAX: not loaded */

static const char *base_name(const char *path)
{
	const char *base = path;
	for (; *path; path++)
		if (*path == '/')
			base = path + 1;
	return base;
}

static bool same_text(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

static void hex_id(char *out, size_t room, const uint8_t *bytes, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	size_t at = 0;
	for (size_t i = 0; i < n && at + 2 < room; i++) {
		out[at++] = digits[bytes[i] >> 4];
		out[at++] = digits[bytes[i] & 15];
	}
	out[at] = '\0';
}

/* The build id of a loaded module, in hex; "" where it has none. */
static void loaded_build_id(const struct dl_phdr_info *info, char *out, size_t room)
{
	*out = '\0';
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		size_t align = ph->p_align == 8 ? 8 : 4;
		const uint8_t *at = (const uint8_t *)(info->dlpi_addr + ph->p_vaddr);
		const uint8_t *end = at + ph->p_memsz;
		while (ph->p_type == PT_NOTE && at + sizeof(ElfW(Nhdr)) < end) {
			const ElfW(Nhdr) *note = (const void *)at;
			const uint8_t *name = at + sizeof(*note);
			const uint8_t *desc = name + ((note->n_namesz + align - 1) & ~(align - 1));
			if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
			    memcmp(name, "GNU", 4) == 0) {
				hex_id(out, room, desc, note->n_descsz);
				return;
			}
			at = desc + ((note->n_descsz + align - 1) & ~(align - 1));
		}
	}
}

/* Rules for a file that is not the one that was loaded would be somewhere else. */
static int find_module(struct dl_phdr_info *info, size_t size, void *is_first)
{
	(void)size;
	bool *first = is_first;
	const char *name = *first ? "" : base_name(info->dlpi_name);
	*first = false;
	for (size_t i = 0; i < wire_config.code.modules.n; i++) {
		const struct code_module *m = &wire_config.code.modules.at[i];
		char id[129];
		if (!same_text(m->name, name))
			continue;
		loaded_build_id(info, id, sizeof(id));
		if (*m->build_id && *id && !same_text(m->build_id, id))
			env_error(0,
			          "%s is not the file in which --pp, --within and the like were "
			          "looked up; give that file with --module",
			          info->dlpi_name);
		bases[i] = info->dlpi_addr;
		return 0;
	}
	return 0;
}

void code_modules_find(void)
{
	const struct code_rules *c = &wire_config.code;
	bool first = true;
	if (!c->rules.n)
		return;
	mem_free(bases);
	bases = mem_alloc(c->modules.n * sizeof(*bases) + 1);
	memset(bases, 0xff, c->modules.n * sizeof(*bases));
	dl_iterate_phdr(find_module, &first);
	code_map_init(bases);
}
