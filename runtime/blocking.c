/* SPDX-License-Identifier: MIT */
/* Which operations can block, and who knows whether they would. The rest always can run. */
#include "runtime/rt.h"
#include "runtime/intercept/families.h"

const can_run_fn can_run[OP_COUNT] = {
        [OP_THREAD_JOIN] = join_can_run,
        [OP_THREAD_AWAIT] = join_can_run,
        [OP_FILE_LOCK] = file_lock_can_run,
        [OP_MUTEX_LOCK] = mutex_can_run,
        [OP_MUTEX_TIMEDLOCK] = mutex_can_run,
        [OP_RWLOCK_RDLOCK] = rwlock_can_run,
        [OP_RWLOCK_WRLOCK] = rwlock_can_run,
        [OP_RWLOCK_TIMEDRDLOCK] = rwlock_can_run,
        [OP_RWLOCK_TIMEDWRLOCK] = rwlock_can_run,
        [OP_COND_TIMEOUT] = cond_timeout_can_run,
        [OP_COND_REACQUIRE] = reacquire_can_run,
        [OP_SEM_WAIT] = sem_can_run,
        [OP_SEM_TIMEDWAIT] = sem_can_run,
        [OP_BARRIER_LEAVE] = barrier_can_run,
        [OP_ONCE_RUN] = once_can_run,
        [OP_FUTEX_TIMEOUT] = futex_timeout_can_run,
        [OP_FUTEX_RETURN] = futex_return_can_run,
};
