/* SPDX-License-Identifier: MIT */
/* Findings, warnings and environment errors: how an execution or the run ends early. */
#ifndef ENGINE_FINDINGS_H
#define ENGINE_FINDINGS_H

#include "engine/thread.h"
#include "event/finding.h"

#pragma GCC visibility push(hidden)

/* Ends the execution with a finding. The message may use what base/format.h knows. */
NORETURN void finding_raise(enum finding_kind kind, uintptr_t pc, const char *fmt, ...)
        PRINTF_LIKE(3, 4);
/* The same in two steps, where notes or an address are to be added in between. */
struct finding *finding_start(enum finding_kind kind, uintptr_t pc, const char *fmt, ...)
        PRINTF_LIKE(3, 4);
void finding_note(struct finding *f, const struct thread *t, const uint64_t *stack, size_t n,
                  const char *fmt, ...) PRINTF_LIKE(5, 6);
/* The places of a loop, in order of address. None: no note. */
void finding_note_loop(struct finding *f, const struct thread *t, const uint64_t *pcs, size_t n);
/* Where each holder of the lock took it. */
void finding_note_holders(struct finding *f, const volatile void *lock);
NORETURN void finding_finish(struct finding *f);
/* Reports and goes on; the same warning at the same pc is reported once in a run. */
void finding_warn(enum finding_kind kind, uintptr_t pc, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* The run cannot go on and the program is not to blame: names the call, thread and place. */
NORETURN void env_error(uintptr_t pc, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* The same with a text at hand. */
NORETURN void run_stop(char *message, uintptr_t pc);

#pragma GCC visibility pop

#endif
