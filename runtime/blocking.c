/* SPDX-License-Identifier: MIT */
/* Which operations can block, and who knows whether they would. The rest always can run. */
#include "runtime/rt.h"
#include "runtime/intercept/families.h"

const can_run_fn can_run[OP_COUNT] = {
	[OP_THREAD_JOIN] = join_can_run,
	[OP_FILE_LOCK] = file_lock_can_run,
};
