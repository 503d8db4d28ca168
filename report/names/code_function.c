/* SPDX-License-Identifier: MIT */
/* Functions by name: in DWARF, with what was inlined, and in the table of symbols. */
#include "base/options.h"
#include "base/text.h"
#include "event/code_words.h"
#include "report/names/code_find_internal.h"
#include "report/names/demangle.h"
#include "report/names/symbols_internal.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <string.h>

#define NEAR_MOST 3

struct function_search {
	const char *name;
	const char *last; /* its part behind the last "::" */
	const struct code_file *file;
	size_t index;
	code_place_vec *out;
	string_vec *names; /* of all functions with code; NULL: not wanted */
	bool ours;         /* it is one of the calls that the runtime models */
};

/* Behind the last "::" that is not inside template arguments. */
static const char *last_part(const char *name)
{
	const char *last = name;
	int depth = 0;
	for (const char *p = name; *p; p++) {
		depth += (*p == '<') - (*p == '>');
		if (depth == 0 && p[0] == ':' && p[1] == ':')
			last = p + 2;
	}
	return last;
}

/* The name without template arguments; those of an operator are its name. To be freed. */
static char *without_arguments(const char *name)
{
	struct buf b = {0};
	int depth = 0;
	if (strstr(name, "operator"))
		return str_copy(name);
	for (; *name; name++) {
		depth += *name == '<';
		if (!depth)
			buf_u8(&b, (uint8_t)*name);
		depth -= *name == '>';
	}
	return buf_detach(&b);
}

/* full ends with name at a "::". */
static bool names_end(const char *full, const char *name)
{
	size_t n = strlen(full), k = strlen(name);
	if (n < k || strcmp(full + n - k, name) != 0)
		return false;
	return n == k || (n >= k + 2 && memcmp(full + n - k - 2, "::", 2) == 0);
}

static bool same_function(const char *full, const char *name)
{
	if (names_end(full, name))
		return true;
	if (!strchr(full, '<') || strchr(name, '<'))
		return false;
	char *bare = without_arguments(full);
	bool same = names_end(bare, name);
	mem_free(bare);
	return same;
}

static void add(struct function_search *s, uint64_t lo, uint64_t hi)
{
	if (lo < hi)
		vec_push(s->out, (struct code_place){lo, hi, s->index});
}

/* ---- DWARF ---- */

/* Also behind an abstract origin; what has no ranges is no code. */
static void add_die(struct function_search *s, Dwarf_Die *die)
{
	Dwarf_Addr base, lo, hi;
	const char *name = dwarf_diename(die);
	ptrdiff_t at = dwarf_ranges(die, 0, &base, &lo, &hi);
	if (!name || at <= 0 || code_is_ours(s->file, lo))
		return;
	/* The short name decides most cases without the long one. */
	bool maybe = strncmp(name, s->last, strcspn(s->last, "<")) == 0;
	if (!maybe && !s->names)
		return;
	char *full = dwarf_qualified_name(die);
	bool same = full && same_function(full, s->name);
	for (; same && at > 0; at = dwarf_ranges(die, at, &base, &lo, &hi))
		add(s, lo, hi);
	if (full && s->names)
		vec_push(s->names, full);
	else
		mem_free(full);
}

static bool holds_functions(int tag)
{
	switch (tag) {
	case DW_TAG_compile_unit:
	case DW_TAG_partial_unit:
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
	case DW_TAG_lexical_block:
	case DW_TAG_namespace:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
		return true;
	default:
		return false;
	}
}

/* As deep as blocks are nested in the source. */
static void walk(struct function_search *s, Dwarf_Die *die)
{
	Dwarf_Die child;
	int tag = dwarf_tag(die);
	if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine)
		add_die(s, die);
	if (!holds_functions(tag) || dwarf_child(die, &child) != 0)
		return;
	do
		walk(s, &child);
	while (dwarf_siblingof(&child, &child) == 0);
}

/* ---- symbols ---- */

/* push, push.part.0, push.cold: what the compiler split off runs as part of the function. */
static bool same_symbol(const char *symbol, const char *name)
{
	size_t n = strlen(name);
	if (strncmp(symbol, name, n) == 0 && (!symbol[n] || symbol[n] == '.'))
		return true;
	if (!str_starts(symbol, "_Z"))
		return false;
	char *full = demangle(symbol);
	full[strcspn(full, "(")] = '\0';
	bool same = same_function(full, name);
	mem_free(full);
	return same;
}

static void add_symbols(struct function_search *s)
{
	int n = dwfl_module_getsymtab(s->file->module);
	for (int i = 0; i < n; i++) {
		GElf_Sym sym;
		GElf_Addr addr;
		GElf_Word section;
		const char *name = dwfl_module_getsym_info(s->file->module, i, &sym, &addr,
		                                           &section, NULL, NULL);
		if (!name || GELF_ST_TYPE(sym.st_info) != STT_FUNC || section == SHN_UNDEF ||
		    !same_symbol(name, s->name))
			continue;
		if (code_is_ours(s->file, addr))
			s->ours = true;
		else
			add(s, addr, addr + sym.st_size);
	}
}

static void search_file(struct function_search *s)
{
	Dwarf_Addr bias;
	Dwarf_Die *unit = NULL;
	while ((unit = dwfl_module_nextcu(s->file->module, unit, &bias)))
		walk(s, unit);
	add_symbols(s);
}

/* ---- what to say where there is none ---- */

static void add_near(struct buf *b, const char *name, string_vec *names)
{
	VEC(const char *) left = {0};
	for (size_t i = 0; i < names->n; i++)
		vec_push(&left, names->at[i]);
	for (int k = 0; k < NEAR_MOST; k++) {
		const char *near = closest_word(name, left.at, left.n);
		size_t n = 0;
		if (!near)
			break;
		buf_printf(b, "%s%s", k ? ", " : "; similar: ", near);
		for (size_t i = 0; i < left.n; i++)
			if (strcmp(left.at[i], near) != 0)
				left.at[n++] = left.at[i];
		left.n = n;
	}
	vec_release(&left);
}

static struct result not_found(struct code_search *s, const char *name, bool ours)
{
	code_place_vec none = {0};
	string_vec names = {0};
	struct buf b = {0};
	if (ours)
		return result_error("'%s' is modelled by scree and has no code of the program; "
		                    "--pp chooses such calls by their class, or name the function "
		                    "that calls it",
		                    name);
	buf_printf(&b, "there is no code of a function '%s'", name);
	for (size_t i = 0; i < s->files.n; i++) {
		struct function_search f = {
		        name, last_part(name), &s->files.at[i], i, &none, &names, false};
		if (s->files.at[i].instrumented)
			search_file(&f);
	}
	add_near(&b, name, &names);
	if (!names.n)
		buf_text(&b, "; the program has no debug information, compile it with -g");
	vec_release(&none);
	strings_release(&names);
	return (struct result){buf_detach(&b)};
}

struct result code_find_function(struct code_search *s, const char *name, code_place_vec *out)
{
	size_t before = out->n;
	bool ours = false;
	for (size_t i = 0; i < s->files.n; i++) {
		struct function_search f = {name, last_part(name), &s->files.at[i], i, out, NULL,
		                            false};
		if (!s->files.at[i].instrumented)
			continue;
		search_file(&f);
		ours |= f.ours;
	}
	return out->n > before ? result_ok() : not_found(s, name, ours);
}
