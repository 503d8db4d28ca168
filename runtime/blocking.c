/* SPDX-License-Identifier: MIT */
/*
 * Which operations can block, and who knows whether they would: the column `waits` of event/op.def.
 * A row with a word that has no function here does not compile.
 */
#include "runtime/rt.h"
#include "runtime/intercept/families.h"

#define CAN_RUN_NEVER      NULL /* it never waits */
#define CAN_RUN_EXIT       join_can_run
#define CAN_RUN_MUTEX      mutex_can_run
#define CAN_RUN_READER     rwlock_can_run
#define CAN_RUN_WRITER     rwlock_can_run
#define CAN_RUN_STREAM     file_lock_can_run
#define CAN_RUN_REACQUIRE  reacquire_can_run
#define CAN_RUN_SIGNAL     cond_timeout_can_run
#define CAN_RUN_UNIT       sem_can_run
#define CAN_RUN_ROUND      barrier_can_run
#define CAN_RUN_FUNCTION   once_can_run
#define CAN_RUN_WAKE       futex_return_can_run
#define CAN_RUN_WAKE_TIMED futex_timeout_can_run

const can_run_fn can_run[OP_COUNT] = {
#define OP(name, text, verb, failed, pp, dep, object, action, sleep, arg, waits, ...)              \
	[OP_##name] = CAN_RUN_##waits,
#include "event/op.def"
#undef OP
};
