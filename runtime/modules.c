/* SPDX-License-Identifier: MIT */
#include "runtime/modules.h"

#include <link.h>

#define MAX_RANGES 32

struct text_range {
	uintptr_t lo;
	size_t bytes;
};

static struct text_range ranges[MAX_RANGES];
static size_t n_ranges;
static struct text_range hull; /* around all ranges: most callers are outside of it */
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
static struct text_range openmp;

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
	ranges[n_ranges++] = (struct text_range){lo, bytes};
	uintptr_t end = hull.lo + hull.bytes;
	if (n_ranges == 1 || lo < hull.lo)
		hull.lo = lo;
	if (n_ranges == 1 || lo + bytes > end)
		end = lo + bytes;
	hull.bytes = end - hull.lo;
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
		if (ph->p_type != PT_LOAD || !(ph->p_flags & PF_X))
			continue;
		if (libc)
			add_range(info->dlpi_addr + ph->p_vaddr, ph->p_memsz);
		else
			openmp = (struct text_range){info->dlpi_addr + ph->p_vaddr, ph->p_memsz};
	}
	return 0;
}

void modules_init(void)
{
	n_ranges = 0;
	hull = (struct text_range){0};
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

bool pc_in_openmp(uintptr_t pc)
{
	return pc - openmp.lo < openmp.bytes;
}
