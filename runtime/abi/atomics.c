/* SPDX-License-Identifier: MIT */
/*
 * The __tsan_atomic* entry points, 8 to 128 bits.
 *
 * All threads share one OS thread and a switch happens only in op_begin, so a plain
 * operation after it is atomic. Executions are sequentially consistent: the order
 * argument is recorded with the event, not used.
 */
#include "runtime/abi/abi.h"
#include "runtime/dead_stack.h"

typedef uint8_t a8;
typedef uint16_t a16;
typedef uint32_t a32;
typedef uint64_t a64;
typedef unsigned __int128 a128;

/* The operation between atomic_begin and atomic_end, where the scheduler is not told of it. */
static EXEC_STATE struct hidden {
	const volatile void *addr;
	uint32_t size;
	enum op_kind kind;
	bool now; /* a finding may end the execution in between */
} hidden;

/* True: the scheduler is not told of the operation. */
static COLD bool atomic_hides(enum op_kind kind, const volatile void *addr, uint32_t size,
                              uintptr_t pc)
{
	if (!code_hides_access(pc))
		return false;
	give_way(pc);
	hidden = (struct hidden){addr, size, kind, true};
	return true;
}

static COLD void atomic_hidden(unsigned flags)
{
	hidden.now = false;
	hidden_access(hidden.kind, hidden.addr, hidden.size, flags);
}

static inline __attribute__((always_inline)) void atomic_begin(enum op_kind kind,
                                                               const volatile void *addr,
                                                               uint32_t size, uint64_t arg,
                                                               uintptr_t pc)
{
	if (likely(threads_exist) && (likely(!code_hides) || !atomic_hides(kind, addr, size, pc)))
		op_begin(kind, addr, size, arg, pc);
	heap_check_small((uintptr_t)addr, size, kind != OP_ATOMIC_LOAD, pc);
	stack_check(addr, size, kind != OP_ATOMIC_LOAD, pc);
}

static inline __attribute__((always_inline)) void atomic_end(unsigned flags, uint32_t found)
{
	if (unlikely(hidden.now)) {
		atomic_hidden(flags);
	} else if (threads_exist) {
		op_found(found);
		op_end(flags | EV_ATOMIC);
	}
}

#define HASH(value) atomic_hash((uint64_t)(value), (uint64_t)((a128)(value) >> 64))

#define SAME(order) atomic_arg(order, RESULT_SAME, 0)

#define LOAD_STORE(bits)                                                                           \
	ABI a##bits __tsan_atomic##bits##_load(const volatile a##bits *a, int order);              \
	HOT a##bits __tsan_atomic##bits##_load(const volatile a##bits *a, int order)               \
	{                                                                                          \
		atomic_begin(OP_ATOMIC_LOAD, a, sizeof(*a), SAME(order), CALLER_PC);               \
		a##bits v = *a;                                                                    \
		atomic_end(0, HASH(v));                                                            \
		return v;                                                                          \
	}                                                                                          \
	ABI void __tsan_atomic##bits##_store(volatile a##bits *a, a##bits v, int order);           \
	HOT void __tsan_atomic##bits##_store(volatile a##bits *a, a##bits v, int order)            \
	{                                                                                          \
		atomic_begin(OP_ATOMIC_STORE, a, sizeof(*a), SAME(order), CALLER_PC);              \
		a##bits old = *a;                                                                  \
		*a = v;                                                                            \
		atomic_end(0, HASH(old));                                                          \
	}

/* result: enum atomic_result for the operand v. */
#define RMW(bits, name, expr, result)                                                              \
	ABI a##bits __tsan_atomic##bits##_##name(volatile a##bits *a, a##bits v, int order);       \
	HOT a##bits __tsan_atomic##bits##_##name(volatile a##bits *a, a##bits v, int order)        \
	{                                                                                          \
		atomic_begin(OP_ATOMIC_RMW, a, sizeof(*a), atomic_arg(order, result, HASH(v)),     \
		             CALLER_PC);                                                           \
		a##bits old = *a;                                                                  \
		*a = (a##bits)(expr);                                                              \
		atomic_end(*a == old ? EV_FAILED : 0, HASH(old));                                  \
		return old;                                                                        \
	}

#define RMWS(bits)                                                                                 \
	RMW(bits, exchange, v, RESULT_UNLESS_EQUAL)                                                \
	RMW(bits, fetch_add, old + v, RESULT_SAME)                                                 \
	RMW(bits, fetch_sub, old - v, RESULT_SAME)                                                 \
	RMW(bits, fetch_and, old &v, RESULT_UNKNOWN)                                               \
	RMW(bits, fetch_or, old | v, RESULT_UNKNOWN)                                               \
	RMW(bits, fetch_xor, old ^ v, RESULT_SAME)                                                 \
	RMW(bits, fetch_nand, ~(old & v), RESULT_UNKNOWN)

static inline bool on_own_stack(const void *p)
{
	uintptr_t at = (uintptr_t)p;
	return at >= (uintptr_t)__builtin_dwarf_cfa() && at < self->stack_top;
}

/*
 * What a compare-and-swap compares with is foretold only if nobody else can change that before
 * it happens, and if it writes nowhere else when it fails.
 */
static inline uint64_t compares(int order, bool own, uint32_t hash)
{
	return own ? atomic_arg(order, RESULT_IF_EQUAL, hash)
	           : atomic_arg(order, RESULT_UNKNOWN, 0);
}

/* On failure *expected gets what was found; the compiler does not announce that. */
static inline void expected_written(const void *expected, uint32_t size, uintptr_t pc)
{
	heap_check_small((uintptr_t)expected, size, true, pc);
	stack_check(expected, size, true, pc);
	if (!on_own_stack(expected))
		op_also(OP_WRITE, expected, size, pc);
}

#define CAS(bits, name)                                                                            \
	ABI int __tsan_atomic##bits##_compare_exchange_##name(                                     \
	        volatile a##bits *a, a##bits *expected, a##bits v, int order, int fail_order);     \
	HOT int __tsan_atomic##bits##_compare_exchange_##name(                                     \
	        volatile a##bits *a, a##bits *expected, a##bits v, int order, int fail_order)      \
	{                                                                                          \
		(void)fail_order;                                                                  \
		bool own = on_own_stack(expected);                                                 \
		atomic_begin(OP_ATOMIC_CAS, a, sizeof(*a),                                         \
		             compares(order, own, own ? HASH(*expected) : 0), CALLER_PC);          \
		a##bits found = *a;                                                                \
		bool same = found == *expected;                                                    \
		if (same)                                                                          \
			*a = v;                                                                    \
		atomic_end(same ? 0 : EV_FAILED, HASH(found));                                     \
		if (!same) {                                                                       \
			*expected = found;                                                         \
			expected_written(expected, sizeof(*expected), CALLER_PC);                  \
		}                                                                                  \
		return same;                                                                       \
	}

#define CAS_VAL(bits)                                                                              \
	ABI a##bits __tsan_atomic##bits##_compare_exchange_val(                                    \
	        volatile a##bits *a, a##bits expected, a##bits v, int order, int fail_order);      \
	HOT a##bits __tsan_atomic##bits##_compare_exchange_val(                                    \
	        volatile a##bits *a, a##bits expected, a##bits v, int order, int fail_order)       \
	{                                                                                          \
		(void)fail_order;                                                                  \
		atomic_begin(OP_ATOMIC_CAS, a, sizeof(*a), compares(order, true, HASH(expected)),  \
		             CALLER_PC);                                                           \
		a##bits found = *a;                                                                \
		if (found == expected)                                                             \
			*a = v;                                                                    \
		atomic_end(found == expected ? 0 : EV_FAILED, HASH(found));                        \
		return found;                                                                      \
	}

#define ATOMICS(bits)                                                                              \
	LOAD_STORE(bits)                                                                           \
	RMWS(bits)                                                                                 \
	CAS(bits, strong)                                                                          \
	CAS(bits, weak)                                                                            \
	CAS_VAL(bits)

ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)
ATOMICS(128)

ABI void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
	if (threads_exist)
		op_simple(OP_FENCE, NULL, 0, (uint64_t)order, CALLER_PC);
}

ABI void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
	(void)order;
}
