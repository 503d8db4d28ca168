/* SPDX-License-Identifier: MIT */
/* Which variable lies at an address: from DWARF, else from the symbol table. */
#include "report/names/symbols_internal.h"

#include "report/names/demangle.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct variable {
	uint64_t start;
	uint64_t size;
	char *name;
	Dwarf_Die type; /* where has_type */
	bool has_type;
};
typedef VEC(struct variable) variable_vec;

struct variables {
	Dwfl *dwfl;
	VEC(Dwfl_Module *) modules; /* that were looked into */
	variable_vec typed;         /* from DWARF, sorted */
	variable_vec symbols;       /* from symbol tables, sorted */
};

/* A fixed address: the location is that one operation. Thread-local variables have none. */
static bool fixed_address(Dwarf_Die *die, Dwarf_Addr *addr)
{
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t n;
	if (!dwarf_attr(die, DW_AT_location, &attr) || dwarf_getlocation(&attr, &ops, &n) != 0)
		return false;
	if (n != 1)
		return false;
	if (ops[0].atom == DW_OP_addrx) { /* clang, DWARF 5: an index into a table of addresses */
		Dwarf_Attribute in_table;
		if (dwarf_getlocation_attr(&attr, &ops[0], &in_table) != 0 ||
		    dwarf_formaddr(&in_table, addr) != 0)
			return false;
	} else if (ops[0].atom == DW_OP_addr) {
		*addr = ops[0].number;
	} else {
		return false;
	}
	return *addr != 0; /* the linker has thrown it away */
}

static void add_variable(struct variables *v, Dwarf_Die *die, Dwarf_Addr bias)
{
	struct variable var = {0};
	Dwarf_Attribute attr;
	Dwarf_Word size;
	if (!fixed_address(die, &var.start))
		return;
	var.name = dwarf_qualified_name(die);
	if (!var.name)
		return;
	var.start += bias;
	if (dwarf_attr_integrate(die, DW_AT_type, &attr) && dwarf_formref_die(&attr, &var.type))
		var.has_type = true;
	bool sized = var.has_type && dwarf_aggregate_size(&var.type, &size) == 0;
	var.size = sized && size ? size : 1;
	vec_push(&v->typed, var);
}

/* Variables of a unit or namespace, and the static ones inside functions. */
static void walk(struct variables *v, Dwarf_Die *parent, Dwarf_Addr bias, int depth)
{
	Dwarf_Die die;
	if (depth > 32 || dwarf_child(parent, &die) != 0)
		return;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_variable:
			add_variable(v, &die, bias);
			break;
		case DW_TAG_namespace:
		case DW_TAG_subprogram:
		case DW_TAG_lexical_block:
			walk(v, &die, bias, depth + 1);
			break;
		default:
			break;
		}
	} while (dwarf_siblingof(&die, &die) == 0);
}

static void add_symbols(struct variables *v, Dwfl_Module *module)
{
	Dwarf_Addr start;
	dwfl_module_info(module, NULL, &start, NULL, NULL, NULL, NULL, NULL);
	int n = dwfl_module_getsymtab(module);
	for (int i = 0; i < n; i++) {
		GElf_Sym symbol;
		GElf_Addr addr;
		const char *name =
		        dwfl_module_getsym_info(module, i, &symbol, &addr, NULL, NULL, NULL);
		if (!name || !*name || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT ||
		    !symbol.st_size)
			continue;
		if (addr < start) /* in a section that is not loaded */
			continue;
		vec_push(&v->symbols, (struct variable){.start = addr,
		                                        .size = symbol.st_size,
		                                        .name = demangle(name)});
	}
}

static void find_in_module(struct variables *v, Dwfl_Module *module)
{
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias;
	while ((unit = dwfl_module_nextcu(module, unit, &bias)))
		walk(v, unit, bias, 0);
	add_symbols(v, module);
}

static int by_start(const void *a, const void *b)
{
	uint64_t x = ((const struct variable *)a)->start, y = ((const struct variable *)b)->start;
	return x < y ? -1 : x > y;
}

static void sort(variable_vec *v)
{
	if (v->n)
		qsort(v->at, v->n, sizeof(*v->at), by_start);
}

struct nearest {
	uint64_t addr;
	Dwarf_Addr start;
	const char *name; /* of the file; NULL: none yet */
	Dwfl_Module *module;
};

static int is_nearer(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr start, void *to)
{
	(void)data;
	struct nearest *n = to;
	GElf_Addr bias;
	if (start > n->addr || (n->name && start <= n->start))
		return DWARF_CB_OK;
	/* What is mapped over a part of the program has no variables. */
	if (dwfl_module_getelf(module, &bias)) {
		n->start = start;
		n->name = name;
	}
	return DWARF_CB_OK;
}

static int is_lowest(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr start, void *to)
{
	(void)data;
	struct nearest *n = to;
	if (strcmp(name, n->name) == 0 && (!n->module || start < n->start)) {
		n->start = start;
		n->module = module;
	}
	return DWARF_CB_OK;
}

/*
 * Debug information of libraries is large and often compressed: only the module is read that addr
 * belongs to. That is the nearest one below it; the end of .bss is in no mapping of its file. With
 * --isolate=fork other memory is mapped over the middle of the program, which then looks like two
 * modules; addresses count from the start of the lower one. Test: tests/cli/test_races.sh.
 */
static void look_into_module_of(struct variables *v, uint64_t addr)
{
	struct nearest n = {.addr = addr};
	dwfl_getmodules(v->dwfl, is_nearer, &n, 0);
	if (!n.name)
		return;
	dwfl_getmodules(v->dwfl, is_lowest, &n, 0);
	for (size_t i = 0; i < v->modules.n; i++)
		if (v->modules.at[i] == n.module)
			return;
	vec_push(&v->modules, n.module);
	find_in_module(v, n.module);
	sort(&v->typed);
	sort(&v->symbols);
}

struct variables *variables_new(Dwfl *dwfl)
{
	struct variables *v = mem_alloc(sizeof(*v));
	v->dwfl = dwfl;
	return v;
}

static void release(variable_vec *v)
{
	for (size_t i = 0; i < v->n; i++)
		mem_free(v->at[i].name);
	vec_release(v);
}

void variables_free(struct variables *v)
{
	if (!v)
		return;
	release(&v->typed);
	release(&v->symbols);
	vec_release(&v->modules);
	mem_free(v);
}

/* The variable that holds addr. Variables do not overlap, aliases have the same start. */
static const struct variable *find(const variable_vec *v, uint64_t addr)
{
	size_t low = 0, high = v->n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (v->at[middle].start <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	for (size_t i = low; i-- > 0 && low - i <= 8;)
		if (addr - v->at[i].start < v->at[i].size)
			return &v->at[i];
	return NULL;
}

bool variables_name(struct variables *v, uint64_t addr, uint32_t size, struct buf *out)
{
	look_into_module_of(v, addr);
	const struct variable *var = find(&v->typed, addr);
	if (var) {
		Dwarf_Die type = var->type;
		buf_text(out, var->name);
		if (var->has_type)
			type_path(&type, addr - var->start, size, out);
		return true;
	}
	var = find(&v->symbols, addr);
	if (!var)
		return false;
	buf_text(out, var->name);
	if (addr != var->start)
		buf_printf(out, "+%" PRIu64, addr - var->start);
	return true;
}

bool variables_type(struct variables *v, uint64_t addr, uint32_t size, Dwarf_Die *type)
{
	look_into_module_of(v, addr);
	const struct variable *var = find(&v->typed, addr);
	if (!var || !var->has_type)
		return false;
	*type = var->type;
	return type_leaf(type, addr - var->start, size);
}
