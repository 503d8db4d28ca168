/* SPDX-License-Identifier: MIT */
/* The functions and lines of a pc, with what was inlined, from DWARF. */
#include "report/names/symbols_internal.h"

#include "report/names/demangle.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

/* The DIE that holds the name: behind abstract origins and specifications. */
static Dwarf_Die declaration(Dwarf_Die *die)
{
	Dwarf_Die at = *die, next;
	Dwarf_Attribute attr;
	for (int i = 0; i < 8; i++) {
		if (!dwarf_attr(&at, DW_AT_abstract_origin, &attr) &&
		    !dwarf_attr(&at, DW_AT_specification, &attr))
			break;
		if (!dwarf_formref_die(&attr, &next))
			break;
		at = next;
	}
	return at;
}

static bool names_scope(Dwarf_Die *die)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_namespace:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
		return true;
	default:
		return false;
	}
}

static bool is_cxx(Dwarf_Die *die)
{
	Dwarf_Die unit;
	if (!dwarf_diecu(die, &unit, NULL, NULL))
		return false;
	switch (dwarf_srclang(&unit)) {
	case DW_LANG_C_plus_plus:
	case DW_LANG_C_plus_plus_03:
	case DW_LANG_C_plus_plus_11:
	case DW_LANG_C_plus_plus_14:
		return true;
	default:
		return false;
	}
}

char *dwarf_qualified_name(Dwarf_Die *die)
{
	Dwarf_Die decl = declaration(die), *scopes = NULL;
	const char *name = dwarf_diename(&decl);
	struct buf b = {0};
	if (!name)
		return NULL;
	int n = is_cxx(&decl) ? dwarf_getscopes_die(&decl, &scopes) : 0;
	for (int i = n - 1; i > 0; i--) {
		if (!names_scope(&scopes[i]))
			continue;
		const char *part = dwarf_diename(&scopes[i]);
		buf_printf(&b, "%s::", part ? part : "(anonymous)");
	}
	free(scopes);
	buf_text(&b, name);
	return buf_detach(&b);
}

static const char *unit_dir(Dwarf_Die *unit)
{
	Dwarf_Attribute attr;
	return dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attr));
}

static unsigned number(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;
	Dwarf_Word v;
	return dwarf_formudata(dwarf_attr(die, name, &attr), &v) == 0 ? (unsigned)v : 0;
}

/* Where an inlined function was called: the place of the frame around it. */
static void set_call_place(struct symbols *s, struct source_frame *f, Dwarf_Die *unit,
                           Dwarf_Die *inlined)
{
	Dwarf_Files *files;
	unsigned index = number(inlined, DW_AT_call_file);
	f->line = number(inlined, DW_AT_call_line);
	f->column = number(inlined, DW_AT_call_column);
	if (dwarf_getsrcfiles(unit, &files, NULL) == 0)
		symbols_set_file(s, f, unit_dir(unit), dwarf_filesrc(files, index, NULL, NULL));
}

static void set_line_place(struct symbols *s, struct source_frame *f, Dwarf_Die *unit,
                           Dwarf_Addr pc)
{
	Dwarf_Line *line = dwarf_getsrc_die(unit, pc);
	int n;
	if (!line)
		return;
	if (dwarf_lineno(line, &n) == 0)
		f->line = (unsigned)n;
	if (dwarf_linecol(line, &n) == 0)
		f->column = (unsigned)n;
	symbols_set_file(s, f, unit_dir(unit), dwarf_linesrc(line, NULL, NULL));
}

static bool is_function(Dwarf_Die *die)
{
	int tag = dwarf_tag(die);
	return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

/*
 * The scopes around pc as they are nested in the code. dwarf_getscopes leaves an inlined
 * function for the scopes of its definition, so that only its innermost function is
 * taken from there.
 */
static int code_scopes(Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die **scopes)
{
	Dwarf_Die *found = NULL;
	int n = dwarf_getscopes(unit, pc, &found), i = 0;
	while (i < n && !is_function(&found[i]))
		i++;
	*scopes = NULL;
	n = i < n ? dwarf_getscopes_die(&found[i], scopes) : 0;
	free(found);
	return n;
}

/*
 * The unit of a pc. The table of address ranges knows only some units: gcc writes it, clang
 * does not, and a program of clang has it all the same, for the runtime.
 */
static Dwarf_Die *unit_of(Dwfl_Module *module, Dwarf_Addr pc, Dwarf_Addr *bias)
{
	Dwarf_Die *unit = dwfl_module_addrdie(module, pc, bias);
	if (unit)
		return unit;
	while ((unit = dwfl_module_nextcu(module, unit, bias)))
		if (dwarf_haspc(unit, pc - *bias) > 0)
			return unit;
	return NULL;
}

/*
 * A function inside a class inside a function, such as a lambda's, lies in none of the scopes: its
 * line is known all the same, and its name from the symbol table.
 */
bool dwarf_frames(struct symbols *s, Dwfl_Module *module, Dwarf_Addr pc, frame_vec *frames)
{
	Dwarf_Addr bias;
	Dwarf_Die *unit = unit_of(module, pc, &bias), *scopes;
	if (!unit)
		return false;
	struct source_frame next = {0}; /* its place is known before its name */
	set_line_place(s, &next, unit, pc - bias);
	int n = code_scopes(unit, pc - bias, &scopes);
	for (int i = 0; i < n; i++) {
		if (!is_function(&scopes[i]))
			continue;
		struct source_frame f = next;
		f.function = symbols_keep(s, dwarf_qualified_name(&scopes[i]));
		f.inlined = dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine;
		vec_push(frames, f);
		if (!f.inlined)
			break;
		next = (struct source_frame){0};
		set_call_place(s, &next, unit, &scopes[i]);
	}
	free(scopes);
	if (!frames->n && next.file) {
		const char *name = dwfl_module_addrname(module, pc);
		next.function = name ? symbols_keep(s, demangle(name)) : NULL;
		vec_push(frames, next);
	}
	return frames->n > 0;
}
