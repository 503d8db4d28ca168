/* SPDX-License-Identifier: MIT */
/*
 * Exceptions of C++ that nobody catches. By the time std::terminate calls abort, the frames
 * between may have been unwound: where an exception came from is noted when it is thrown.
 */
#include "runtime/intercept/exception.h"
#include "runtime/control.h"
#include "runtime/intercept/libc.h"

#include <dlfcn.h>
#include <unwind.h>

/* From libstdc++; the first word after the vtable pointer is the mangled name. */
struct type_info {
	void *vtable;
	const char *name;
};
extern struct type_info *__cxa_current_exception_type(void) __attribute__((weak));
/* std::current_exception: the pointer that it returns is a class, and so goes through memory. */
extern void *current_exception(const void **object) __asm__("_ZSt17current_exceptionv")
        __attribute__((weak));
extern char *__cxa_demangle(const char *name, char *out, size_t *size, int *status)
        __attribute__((weak));
/*
 * Weak, all of them: a program without exceptions must not get an unwinder by us, which would be
 * part of what its threads do when they exit.
 */
/* NOLINTNEXTLINE(readability-redundant-declaration) */
extern _Unwind_Reason_Code _Unwind_Backtrace(_Unwind_Trace_Fn, void *) __attribute__((weak));
/* NOLINTNEXTLINE(readability-redundant-declaration) */
extern _Unwind_Ptr _Unwind_GetIP(struct _Unwind_Context *) __attribute__((weak));

/*
 * The last throws, of all threads: one may throw again what another one threw. If so many more
 * have been thrown (and caught) since, the place is that of the abort.
 */
static struct thrown {
	const void *object;
	uint64_t execution;
	uint64_t pcs[64];
	size_t n;
	uint16_t thread;
} thrown[16];
static unsigned n_thrown;

static _Unwind_Reason_Code look_at_frame(struct _Unwind_Context *context, void *found)
{
	*(uintptr_t *)found = _Unwind_GetIP(context);
	return pc_in_program(*(uintptr_t *)found) ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/* Who called the library that throws for the program; our stack does not know libraries. */
static uintptr_t program_pc(void)
{
	uintptr_t pc = 0;
	libc_enter();
	if (_Unwind_Backtrace)
		_Unwind_Backtrace(look_at_frame, &pc);
	libc_leave();
	return pc_in_program(pc) ? pc : 0;
}

static void note_throw(const void *object, uintptr_t pc)
{
	struct thrown *t = &thrown[n_thrown++ % ARRAY_SIZE(thrown)];
	t->object = object;
	t->execution = page->executions;
	t->thread = self->id;
	t->n = 0;
	if (!pc_in_program(pc)) {
		t->pcs[t->n++] = pc;
		pc = program_pc();
	}
	t->n += thread_stack(self, pc, t->pcs + t->n, ARRAY_SIZE(t->pcs) - t->n);
}

/* Of a library that was opened with names of its own, the search from the program knows nothing. */
static void *throw_of_library(uintptr_t pc)
{
	Dl_info info;
	if (!dladdr((void *)pc, &info))
		return NULL;
	libc_enter();
	void *library = real.dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
	void *found = library ? dlsym(library, "__cxa_throw") : NULL;
	libc_leave();
	return found;
}

INTERPOSE(void, __cxa_throw, void *object, void *type, void (*destroy)(void *))
{
	uintptr_t pc = CALLER_PC;
	real_needed();
	void (*go_on)(void *, void *, void (*)(void *)) = real.__cxa_throw;
	if (!go_on)
		*(void **)&go_on = throw_of_library(pc);
	if (!go_on)
		unsupported("an exception of C++ without a library for it", pc);
	if (self)
		note_throw(object, pc);
	go_on(object, type, destroy);
	__builtin_unreachable();
}

static const char *type_name(const struct type_info *type)
{
	const char *name = __cxa_demangle ? __cxa_demangle(type->name, NULL, NULL, NULL) : NULL;
	return name ? name : type->name;
}

/* The throw of the exception that is being handled, if it is still known. */
static const struct thrown *find_thrown(void)
{
	const void *object = NULL;
	if (current_exception)
		current_exception(&object);
	for (unsigned i = n_thrown; i-- && n_thrown - i <= ARRAY_SIZE(thrown);) {
		const struct thrown *t = &thrown[i % ARRAY_SIZE(thrown)];
		if (t->object == object && t->execution == page->executions)
			return t;
	}
	return NULL;
}

void exception_not_caught(uintptr_t pc)
{
	struct type_info *type =
	        __cxa_current_exception_type ? __cxa_current_exception_type() : NULL;
	if (!type)
		return;
	const struct thrown *t = find_thrown();
	struct finding *f = finding_start(
	        FINDING_EXCEPTION, pc, "an exception of type `%s' was not caught", type_name(type));
	if (t && t->thread == self->id) {
		vec_clear(&f->stack);
		for (size_t i = 0; i < t->n; i++)
			vec_push(&f->stack, t->pcs[i]);
	} else if (t) {
		finding_note(f, thread_by_id(t->thread), t->pcs, t->n, "it was thrown here");
	}
	finding_finish(f);
}
