/* SPDX-License-Identifier: MIT */
/*
 * What programs themselves call where they see that they are compiled with
 * thread-sanitizer instrumentation (sanitizer/tsan_interface.h, dynamic annotations).
 * Most of it tells a race detector of synchronization that it does not see, or asks it
 * to look away. We see the operations themselves, and look everywhere.
 */
#include "runtime/abi/abi.h"

/* A program may bring such functions along. */
#define WEAK ABI __attribute__((weak))

#define NOTHING(name)                                                                              \
	WEAK void name(void);                                                                      \
	void name(void)                                                                            \
	{                                                                                          \
	}

NOTHING(AnnotateBenignRace)
NOTHING(AnnotateBenignRaceSized)
NOTHING(AnnotateCondVarSignal)
NOTHING(AnnotateCondVarSignalAll)
NOTHING(AnnotateCondVarWait)
NOTHING(AnnotateEnableRaceDetection)
NOTHING(AnnotateExpectRace)
NOTHING(AnnotateFlushExpectedRaces)
NOTHING(AnnotateFlushState)
NOTHING(AnnotateHappensAfter)
NOTHING(AnnotateHappensBefore)
NOTHING(AnnotateIgnoreReadsBegin)
NOTHING(AnnotateIgnoreReadsEnd)
NOTHING(AnnotateIgnoreSyncBegin)
NOTHING(AnnotateIgnoreSyncEnd)
NOTHING(AnnotateIgnoreWritesBegin)
NOTHING(AnnotateIgnoreWritesEnd)
NOTHING(AnnotateMemoryIsInitialized)
NOTHING(AnnotateMemoryIsUninitialized)
NOTHING(AnnotateMutexIsNotPHB)
NOTHING(AnnotateMutexIsUsedAsCondVar)
NOTHING(AnnotateNewMemory)
NOTHING(AnnotateNoOp)
NOTHING(AnnotatePCQCreate)
NOTHING(AnnotatePCQDestroy)
NOTHING(AnnotatePCQGet)
NOTHING(AnnotatePCQPut)
NOTHING(AnnotatePublishMemoryRange)
NOTHING(AnnotateRWLockAcquired)
NOTHING(AnnotateRWLockCreate)
NOTHING(AnnotateRWLockCreateStatic)
NOTHING(AnnotateRWLockDestroy)
NOTHING(AnnotateRWLockReleased)
NOTHING(AnnotateThreadName)
NOTHING(AnnotateTraceMemory)
NOTHING(AnnotateUnpublishMemoryRange)

NOTHING(__tsan_acquire)
NOTHING(__tsan_release)
NOTHING(__tsan_mutex_create)
NOTHING(__tsan_mutex_destroy)
NOTHING(__tsan_mutex_pre_lock)
NOTHING(__tsan_mutex_post_lock)
NOTHING(__tsan_mutex_post_unlock)
NOTHING(__tsan_mutex_pre_signal)
NOTHING(__tsan_mutex_post_signal)
NOTHING(__tsan_mutex_pre_divert)
NOTHING(__tsan_mutex_post_divert)
NOTHING(__tsan_external_register_header)
NOTHING(__tsan_external_assign_tag)
NOTHING(__tsan_external_read)
NOTHING(__tsan_external_write)
NOTHING(__tsan_flush_memory)
NOTHING(__sanitizer_print_stack_trace)
NOTHING(__sanitizer_set_death_callback)
NOTHING(__sanitizer_set_report_path)
NOTHING(__sanitizer_set_report_fd)

/* They have a result: how deep a recursive lock was, a tag. */
#define ZERO(type, name)                                                                           \
	WEAK type name(void);                                                                      \
	type name(void)                                                                            \
	{                                                                                          \
		return 0;                                                                          \
	}

ZERO(int, __tsan_mutex_pre_unlock)
ZERO(void *, __tsan_external_register_tag)
ZERO(int, RunningOnValgrind)

/* Stacks of the program's own: as with makecontext, nobody could tell whose frames they hold. */
#define REFUSE(name)                                                                               \
	WEAK void *name(void);                                                                     \
	void *name(void)                                                                           \
	{                                                                                          \
		unsupported(#name, CALLER_PC);                                                     \
	}

REFUSE(__tsan_create_fiber)
REFUSE(__tsan_destroy_fiber)
REFUSE(__tsan_get_current_fiber)
REFUSE(__tsan_set_fiber_name)
REFUSE(__tsan_switch_to_fiber)
