/* SPDX-License-Identifier: MIT */
#include "event/event.h"

const struct op_info op_info[OP_COUNT] = {
#define OP(name, text, pp, dep) [OP_##name] = {text, PP_##pp, DEP_##dep},
#include "event/op.def"
#undef OP
};

const char *const pp_class_name[PP_COUNT] = {
        [PP_NEVER] = "never",   [PP_YIELD] = "yield",     [PP_CREATE] = "create",
        [PP_JOIN] = "join",     [PP_LOCK] = "lock",       [PP_UNLOCK] = "unlock",
        [PP_SIGNAL] = "signal", [PP_SEM] = "sem",         [PP_BARRIER] = "barrier",
        [PP_ATOMIC] = "atomic", [PP_PREEMPT] = "preempt", [PP_MEMORY] = "memory",
};

const char *const thread_status_text[THREAD_EXITED + 1] = {
        [THREAD_ABSENT] = "absent",         [THREAD_READY] = "ready",
        [THREAD_TIMEABLE] = "may time out", [THREAD_BLOCKED] = "blocked",
        [THREAD_SPINNING] = "spinning",     [THREAD_PARKED] = "parked",
        [THREAD_EXITED] = "exited",
};
