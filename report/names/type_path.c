/* SPDX-License-Identifier: MIT */
/* From an offset inside a variable to the element or member that its author knows. */
#include "report/names/symbols_internal.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <inttypes.h>
#include <string.h>

/* Nobody wants to see what is inside of these. */
static bool opaque(const char *name)
{
	static const char *const prefixes[] = {"pthread_", "mtx_t", "cnd_t", "sem_t", "once_flag"};
	for (size_t i = 0; name && i < ARRAY_SIZE(prefixes); i++)
		if (str_starts(name, prefixes[i]))
			return true;
	return false;
}

/* Strips typedefs and qualifiers; false where the type is opaque or unknown. */
static bool strip(Dwarf_Die *type)
{
	for (int i = 0; i < 32; i++) {
		Dwarf_Attribute attr;
		switch (dwarf_tag(type)) {
		case DW_TAG_typedef:
			if (opaque(dwarf_diename(type)))
				return false;
			break;
		case DW_TAG_const_type:
		case DW_TAG_volatile_type:
		case DW_TAG_atomic_type:
		case DW_TAG_restrict_type:
			break;
		default:
			return true;
		}
		if (!dwarf_attr_integrate(type, DW_AT_type, &attr) ||
		    !dwarf_formref_die(&attr, type))
			return false;
	}
	return false;
}

static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attr;
	return dwarf_attr_integrate(die, DW_AT_type, &attr) && dwarf_formref_die(&attr, type);
}

static bool size_of(Dwarf_Die *type, uint64_t *size)
{
	Dwarf_Die copy = *type;
	Dwarf_Word word;
	if (dwarf_aggregate_size(&copy, &word) != 0)
		return false;
	*size = word;
	return true;
}

/* How many elements lie below one index of an array's first dimension. */
static uint64_t row_length(Dwarf_Die *array)
{
	Dwarf_Die range;
	uint64_t product = 1;
	if (dwarf_child(array, &range) != 0)
		return 1;
	for (bool first = true;; first = false) {
		Dwarf_Attribute attr;
		Dwarf_Word n = 0;
		if (dwarf_formudata(dwarf_attr(&range, DW_AT_count, &attr), &n) != 0 &&
		    dwarf_formudata(dwarf_attr(&range, DW_AT_upper_bound, &attr), &n) == 0)
			n++;
		if (!first)
			product *= n ? n : 1;
		if (dwarf_siblingof(&range, &range) != 0)
			return product;
	}
}

/* One step into an array of one dimension or more. */
static bool array_step(Dwarf_Die *type, uint64_t *offset, uint32_t size, struct buf *out)
{
	Dwarf_Die element;
	uint64_t each;
	if (!type_of(type, &element) || !size_of(&element, &each) || each == 0 || size > each)
		return false;
	uint64_t row = row_length(type), index = *offset / each;
	if (row > 1)
		buf_printf(out, "[%" PRIu64 "][%" PRIu64 "]", index / row, index % row);
	else
		buf_printf(out, "[%" PRIu64 "]", index);
	*offset %= each;
	*type = element;
	return true;
}

/* Where a member or base class starts; false for what has no place in the object. */
static bool member_start(Dwarf_Die *member, bool in_union, uint64_t *start)
{
	Dwarf_Attribute attr;
	Dwarf_Word word = 0;
	int tag = dwarf_tag(member);
	if (tag != DW_TAG_member && tag != DW_TAG_inheritance)
		return false;
	if (dwarf_hasattr(member, DW_AT_external)) /* a static member of a class */
		return false;
	bool known =
	        dwarf_formudata(dwarf_attr(member, DW_AT_data_member_location, &attr), &word) == 0;
	*start = word;
	return known || in_union;
}

/*
 * One step into a struct, class or union: the first member that the bytes fit in. inside: of types
 * of libraries too.
 */
static bool member_step(Dwarf_Die *type, uint64_t *offset, uint32_t size, bool inside,
                        struct buf *out)
{
	Dwarf_Die member, inner;
	bool in_union = dwarf_tag(type) == DW_TAG_union_type;
	if (dwarf_child(type, &member) != 0)
		return false;
	do {
		uint64_t start, length;
		if (!member_start(&member, in_union, &start) || *offset < start ||
		    !type_of(&member, &inner) || !size_of(&inner, &length))
			continue;
		if (*offset - start >= length || size > length)
			continue;
		const char *name = dwarf_diename(&member);
		if (!inside && name && (str_starts(name, "_M_") || str_starts(name, "__")))
			return false; /* the inside of a library type, such as std::atomic */
		if (name && dwarf_tag(&member) == DW_TAG_member)
			buf_printf(out, ".%s", name);
		*offset -= start;
		*type = inner;
		return true;
	} while (dwarf_siblingof(&member, &member) == 0);
	return false;
}

/* As many steps as there are. True: what is left of the type are exactly the bytes meant. */
static bool descend(Dwarf_Die *type, uint64_t *offset, uint32_t size, bool inside, struct buf *out)
{
	uint64_t length;
	for (int depth = 0; depth < 16; depth++) {
		if (!strip(type))
			return false;
		int tag = dwarf_tag(type);
		bool stepped = false;
		if (tag == DW_TAG_array_type)
			stepped = array_step(type, offset, size, out);
		else if (tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
		         tag == DW_TAG_union_type)
			stepped = member_step(type, offset, size, inside, out);
		if (!stepped)
			break;
	}
	return *offset == 0 && size_of(type, &length) && length == size;
}

void type_path(Dwarf_Die *type, uint64_t offset, uint32_t size, struct buf *out)
{
	descend(type, &offset, size, false, out);
	if (offset)
		buf_printf(out, "+%" PRIu64, offset);
}

bool type_leaf(Dwarf_Die *type, uint64_t offset, uint32_t size)
{
	struct buf path = {0};
	bool found = size && descend(type, &offset, size, true, &path);
	buf_release(&path);
	return found;
}

bool type_pointee(const Dwarf_Die *type, Dwarf_Die *target, uint64_t *size)
{
	Dwarf_Die pointer = *type;
	if (!strip(&pointer) || dwarf_tag(&pointer) != DW_TAG_pointer_type ||
	    !type_of(&pointer, target))
		return false;
	Dwarf_Die whole = *target;
	return size_of(&whole, size) && *size;
}

bool type_is_pointer(const Dwarf_Die *type)
{
	Dwarf_Die pointer = *type;
	return strip(&pointer) && dwarf_tag(&pointer) == DW_TAG_pointer_type;
}
