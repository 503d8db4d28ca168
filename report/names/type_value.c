/* SPDX-License-Identifier: MIT */
/* Bytes as their author would write them. */
#include "report/names/symbols_internal.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <inttypes.h>
#include <string.h>

static uint64_t as_unsigned(const uint8_t *bytes, size_t n)
{
	uint64_t v = 0;
	memcpy(&v, bytes, n);
	return v;
}

static int64_t as_signed(const uint8_t *bytes, size_t n)
{
	unsigned unused = (unsigned)(8 - n) * 8;
	return (int64_t)(as_unsigned(bytes, n) << unused) >> unused;
}

static void add_pointer(struct buf *out, uint64_t v)
{
	if (v)
		buf_printf(out, "0x%" PRIx64, v);
	else
		buf_text(out, "NULL");
}

static void add_character(struct buf *out, int64_t v)
{
	buf_printf(out, "%" PRId64, v);
	if (v >= ' ' && v <= '~')
		buf_printf(out, " '%c'", (char)v);
}

static void add_float(struct buf *out, const uint8_t *bytes, size_t n)
{
	float f;
	double d;
	long double l;
	if (n == sizeof(f)) {
		memcpy(&f, bytes, n);
		buf_printf(out, "%.9g", (double)f);
	} else if (n == sizeof(d)) {
		memcpy(&d, bytes, n);
		buf_printf(out, "%.17g", d);
	} else {
		memcpy(&l, bytes, n);
		buf_printf(out, "%.21Lg", l);
	}
}

static void add_hex(struct buf *out, const uint8_t *bytes, size_t n)
{
	buf_text(out, "0x");
	while (n--)
		buf_printf(out, "%02x", bytes[n]);
}

/* A word that could be an address of this machine, and is hardly a number. */
static bool like_pointer(uint64_t v)
{
	return v >> 32 && v >> 47 == 0;
}

static void add_untyped(struct buf *out, const uint8_t *bytes, size_t n)
{
	if (n != 1 && n != 2 && n != 4 && n != 8)
		add_hex(out, bytes, n);
	else if (n == 8 && like_pointer(as_unsigned(bytes, n)))
		add_pointer(out, as_unsigned(bytes, n));
	else
		buf_printf(out, "%" PRId64, as_signed(bytes, n));
}

static bool add_base(struct buf *out, Dwarf_Die *type, const uint8_t *bytes, size_t n)
{
	Dwarf_Attribute attr;
	Dwarf_Word encoding;
	if (dwarf_formudata(dwarf_attr(type, DW_AT_encoding, &attr), &encoding) != 0)
		return false;
	if (encoding == DW_ATE_float && (n == 4 || n == 8 || n == sizeof(long double))) {
		add_float(out, bytes, n);
		return true;
	}
	if (!n || n > 8)
		return false;
	switch (encoding) {
	case DW_ATE_boolean:
		if (as_unsigned(bytes, n) > 1)
			return false;
		buf_text(out, as_unsigned(bytes, n) ? "true" : "false");
		return true;
	case DW_ATE_signed_char:
		add_character(out, as_signed(bytes, n));
		return true;
	case DW_ATE_unsigned_char:
		add_character(out, (int64_t)as_unsigned(bytes, n));
		return true;
	case DW_ATE_signed:
		buf_printf(out, "%" PRId64, as_signed(bytes, n));
		return true;
	case DW_ATE_unsigned:
		buf_printf(out, "%" PRIu64, as_unsigned(bytes, n));
		return true;
	default:
		return false;
	}
}

static bool add_enumerator(struct buf *out, Dwarf_Die *type, const uint8_t *bytes, size_t n)
{
	Dwarf_Die child;
	if (!n || n > 8 || dwarf_child(type, &child) != 0)
		return false;
	do {
		Dwarf_Attribute attr;
		Dwarf_Sword value;
		const char *name = dwarf_diename(&child);
		if (name &&
		    dwarf_formsdata(dwarf_attr(&child, DW_AT_const_value, &attr), &value) == 0 &&
		    value == as_signed(bytes, n)) {
			buf_text(out, name);
			return true;
		}
	} while (dwarf_siblingof(&child, &child) == 0);
	return false;
}

/* What new heap memory is filled with (runtime/heap/heap.c): best recognised in hex. */
static bool is_fill(const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (bytes[i] != 0xbe)
			return false;
	return n >= 4;
}

void type_value(const Dwarf_Die *type, const uint8_t *bytes, size_t n, struct buf *out)
{
	Dwarf_Die die;
	bool done = is_fill(bytes, n);
	if (done) {
		add_hex(out, bytes, n);
	} else if (type) {
		die = *type;
		switch (dwarf_tag(&die)) {
		case DW_TAG_base_type:
			done = add_base(out, &die, bytes, n);
			break;
		case DW_TAG_enumeration_type:
			done = add_enumerator(out, &die, bytes, n);
			break;
		case DW_TAG_pointer_type:
		case DW_TAG_reference_type:
			done = n == 8;
			if (done)
				add_pointer(out, as_unsigned(bytes, n));
			break;
		default:
			break;
		}
	}
	if (!done)
		add_untyped(out, bytes, n);
}
