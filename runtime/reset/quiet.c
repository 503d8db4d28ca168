/* SPDX-License-Identifier: MIT */
#include "runtime/reset/quiet.h"
#include "runtime/control.h"
#include "runtime/modules.h"
#include "runtime/arch/x86_64/syscall.h"

#include <sys/mman.h>

#define PAGE ((uintptr_t)4096)
/* To protect pages and be told of writes to some costs as much as some twenty restores. */
#define RESTORES_BEFORE 64
#define MAX_PAGES       64 /* more are restored each time */

static struct {
	uintptr_t at;
	bool changed;
	bool quiet;
} pages[MAX_PAGES];
static int n_pages;
static uint32_t restores;
static volatile bool changed; /* by a handler, too */

static int find(uintptr_t addr)
{
	for (int i = 0; i < n_pages; i++)
		if (addr - pages[i].at < PAGE)
			return i;
	return QUIET_NEVER;
}

int quiet_number(uintptr_t addr)
{
	int number = find(addr);
	if (number >= 0 || n_pages == MAX_PAGES || !is_libc_data(addr))
		return number;
	pages[n_pages].at = addr & ~(PAGE - 1);
	return n_pages++;
}

bool quiet_is(int number)
{
	return number >= 0 && pages[number].quiet;
}

bool quiet_at(uintptr_t addr)
{
	return quiet_is(find(addr));
}

bool quiet_changed(void)
{
	bool any = changed;
	changed = false;
	return any;
}

/*
 * On threads of the system the handler has no stack of its own, and where a person looks on with
 * a debugger a crash that is none would be in the way.
 */
bool quiet_due(void)
{
	return ++restores == RESTORES_BEFORE && !(wire_config.flags & WIRE_OS_THREADS);
}

void quiet_note_change(int number)
{
	if (number >= 0)
		pages[number].changed = true;
}

static void protect(int number, int prot)
{
	if (raw_syscall3(SYS_mprotect, pages[number].at, PAGE, prot) < 0)
		return;
	pages[number].quiet = !(prot & PROT_WRITE);
	changed = true;
}

void quiet_begin(void)
{
	for (int i = 0; i < n_pages; i++)
		if (!pages[i].changed)
			protect(i, PROT_READ);
}

bool quiet_written(uintptr_t addr)
{
	int number = find(addr);
	if (!quiet_is(number))
		return false;
	protect(number, PROT_READ | PROT_WRITE);
	if (quiet_is(number))
		return false;
	count(COUNT_CLEAN_PAGES_WRITTEN);
	return true;
}

void quiet_end(uintptr_t lo, uintptr_t hi)
{
	for (int i = 0; i < n_pages; i++)
		if (pages[i].quiet && pages[i].at < hi && lo < pages[i].at + PAGE)
			protect(i, PROT_READ | PROT_WRITE);
}
