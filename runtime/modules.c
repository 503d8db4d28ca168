/* SPDX-License-Identifier: MIT */
#include "runtime/modules.h"

#include <link.h>

#define MAX_RANGES 32

struct module_range {
	uintptr_t lo;
	size_t bytes;
};

/* Code and data of libc; the code in one hull: most callers are outside of it. */
static struct module_range ranges[MAX_RANGES], hull, data[MAX_RANGES];
static size_t n_ranges, n_data;
static bool known;

/*
 * Parts of glibc, what glibc calls with its locks held (name services), and the
 * unwinder, which runs inside the loader's lock. libstdc++ is not here: its locks are
 * pthread mutexes, which we model.
 */
static const char *const libc_names[] = {"libc.so.",      "ld-linux-", "libpthread.so.",
                                         "libdl.so.",     "librt.so.", "libm.so.",
                                         "libresolv.so.", "libnss_",   "libgcc_s.so."};

/* Its threads wait by system calls of their own, in code that we do not see. */
static const char openmp_name[] = "libgomp.so.";
static struct module_range openmp;

static const char *base_name(const char *path)
{
	const char *base = path;
	for (; *path; path++)
		if (*path == '/')
			base = path + 1;
	return base;
}

static bool starts_with(const char *s, const char *prefix)
{
	while (*prefix)
		if (*s++ != *prefix++)
			return false;
	return true;
}

static bool is_libc(const char *path)
{
	const char *base = base_name(path);
	for (size_t i = 0; i < ARRAY_SIZE(libc_names); i++)
		if (starts_with(base, libc_names[i]))
			return true;
	return false;
}

static void add_range(uintptr_t lo, size_t bytes)
{
	if (n_ranges == MAX_RANGES)
		BUG("more than %d pieces of libc code", MAX_RANGES);
	ranges[n_ranges++] = (struct module_range){lo, bytes};
	uintptr_t end = hull.lo + hull.bytes;
	if (n_ranges == 1 || lo < hull.lo)
		hull.lo = lo;
	if (n_ranges == 1 || lo + bytes > end)
		end = lo + bytes;
	hull.bytes = end - hull.lo;
}

static void add_libc_piece(const ElfW(Phdr) * ph, uintptr_t lo)
{
	if (ph->p_flags & PF_X)
		add_range(lo, ph->p_memsz);
	else if (ph->p_flags & PF_W && n_data < MAX_RANGES)
		data[n_data++] = (struct module_range){lo, ph->p_memsz};
}

static int visit_module(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size;
	(void)unused;
	bool libc = is_libc(info->dlpi_name);
	if (!libc && !starts_with(base_name(info->dlpi_name), openmp_name))
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t lo = info->dlpi_addr + ph->p_vaddr;
		if (ph->p_type != PT_LOAD)
			continue;
		if (libc)
			add_libc_piece(ph, lo);
		else if (ph->p_flags & PF_X)
			openmp = (struct module_range){lo, ph->p_memsz};
	}
	return 0;
}

void modules_init(void)
{
	n_ranges = n_data = 0;
	hull = (struct module_range){0};
	dl_iterate_phdr(visit_module, NULL);
	known = true;
}

bool pc_in_libc(uintptr_t pc)
{
	if (!known)
		return true;
	if (pc - hull.lo >= hull.bytes)
		return false;
	for (size_t i = 0; i < n_ranges; i++)
		if (pc - ranges[i].lo < ranges[i].bytes)
			return true;
	return false;
}

bool is_libc_data(uintptr_t addr)
{
	for (size_t i = 0; i < n_data; i++)
		if (addr - data[i].lo < data[i].bytes)
			return true;
	return false;
}

bool pc_in_openmp(uintptr_t pc)
{
	return pc - openmp.lo < openmp.bytes;
}
