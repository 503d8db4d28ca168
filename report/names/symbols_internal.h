/* SPDX-License-Identifier: MIT */
/* What the files of report/ that read ELF and DWARF share. */
#ifndef REPORT_SYMBOLS_INTERNAL_H
#define REPORT_SYMBOLS_INTERNAL_H

#include "report/names/symbols.h"

#include <elfutils/libdwfl.h>

/* Dwfl_Callbacks.find_debuginfo that asks nobody on the network. */
int symbols_find_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                           const char *file, const char *link, GElf_Word crc, char **found);
/* Keeps a string as long as the symbols; takes it over. */
const char *symbols_keep(struct symbols *s, char *text);
/* file and path of a frame. name may be relative to dir. */
void symbols_set_file(struct symbols *s, struct source_frame *f, const char *dir, const char *name);

/* Fills frames from DWARF; false where the module has none for this pc (not a return address). */
bool dwarf_frames(struct symbols *s, Dwfl_Module *module, Dwarf_Addr pc, frame_vec *frames);
/* The name of a DIE with its namespaces and classes in front, to be freed; NULL without a name. */
char *dwarf_qualified_name(Dwarf_Die *die) MUST_USE;

/* Variables with a fixed address, found module by module as they are asked for. */
struct variables;
struct variables *variables_new(Dwfl *dwfl) MUST_USE;
void variables_free(struct variables *v);
bool variables_name(struct variables *v, uint64_t addr, uint32_t size, struct buf *out);

/* Adds the path from a value of this type to the byte at offset: "[3].head". */
void type_path(Dwarf_Die *type, uint64_t offset, uint32_t size, struct buf *out);

/* The type of the bytes there, where they are one value; type becomes it. */
bool type_leaf(Dwarf_Die *type, uint64_t offset, uint32_t size);
/* What a pointer points to, and how large that is; false for other types. */
bool type_pointee(const Dwarf_Die *type, Dwarf_Die *target, uint64_t *size);
bool type_is_pointer(const Dwarf_Die *type);
/* A value as its author would write it; type NULL: by its size alone. */
void type_value(const Dwarf_Die *type, const uint8_t *bytes, size_t n, struct buf *out);

/* The type of the bytes at addr where they are one value in a variable. */
bool variables_type(struct variables *v, uint64_t addr, uint32_t size, Dwarf_Die *type);
/* NULL: nothing is known. */
struct variables *symbols_variables(struct symbols *s);

#endif
