/* SPDX-License-Identifier: MIT */
#include "event/event.h"

const struct op_info op_info[OP_COUNT] = {
#define OP(name, text_, verb, failed, pp_, dep_, object_, action_, sleep_, arg_, waits_, stable_,  \
           idle_, flags_)                                                                          \
	[OP_##name] = {                                                                            \
	        .text = text_,                                                                     \
	        .pp = PP_##pp_,                                                                    \
	        .dep = DEP_##dep_,                                                                 \
	        .object = ON_##object_,                                                            \
	        .action = ACTION_##action_,                                                        \
	        .sleep = SLEEP_##sleep_,                                                           \
	        .arg = ARG_##arg_,                                                                 \
	        .waits = WAIT_##waits_,                                                            \
	        .stable = STABLE_##stable_,                                                        \
	        .idle = IDLE_##idle_,                                                              \
	        .flags = flags_,                                                                   \
	},
#include "event/op.def"
#undef OP
};

const struct dep_info dep_info[DEP_COUNT] = {
#define DEP(name, tag, key, group, role, later, failed, cut, bytes_, flags_)                       \
	[DEP_##name] = {.bytes = BYTES_##bytes_, .flags = flags_},
#include "event/dep.def"
#undef DEP
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
