/* harness/hooks.c -- what the compiler calls before each access to memory.
 *
 * Three ways: the program is compiled with -fsanitize=thread, and the functions that it then calls
 * are these (AddressSanitizer, where it is linked, is asked about each access); the same with the
 * library of ThreadSanitizer, where the linker gives its functions the names __real_... and ours
 * __wrap_... (HARNESS_TSAN); or the program is compiled with -fsanitize=address, so that also the
 * limits of variables are checked, and its calls are wrapped (HARNESS_WHOLE).
 */
#include "harness/accesses.h"
#include "harness/futex.h"
#include "harness/library.h"

#define UNUSED __attribute__((unused))

#if defined(HARNESS_WHOLE)

#define ACCESS(name, how, size)                                                                    \
	void __real_##name(void *);                                                                    \
	void __wrap_##name(void *);                                                                    \
	void __wrap_##name(void *at) {                                                                 \
		accesses_wait(how, at, size, CALLER);                                                      \
		__real_##name(at);                                                                         \
	}
#define ACCESSES(n)                                                                                \
	ACCESS(__asan_load##n, LOAD, n)                                                                \
	ACCESS(__asan_store##n, STORE, n)                                                              \
	ACCESS(__asan_load##n##_noabort, LOAD, n)                                                      \
	ACCESS(__asan_store##n##_noabort, STORE, n)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

#define RANGE(name, how)                                                                           \
	void __real_##name(void *, size_t);                                                            \
	void __wrap_##name(void *, size_t);                                                            \
	void __wrap_##name(void *at, size_t size) {                                                    \
		accesses_wait(how, at, size, CALLER);                                                      \
		__real_##name(at, size);                                                                   \
	}
RANGE(__asan_loadN, LOAD)
RANGE(__asan_storeN, STORE)
RANGE(__asan_loadN_noabort, LOAD)
RANGE(__asan_storeN_noabort, STORE)

#else

#ifdef HARNESS_TSAN
/* The library is told where the program was, so that its report names the program's line. */
#define NAME_OF(name) __wrap_##name
#define ACCESS(name, real, how, size)                                                              \
	void real##_pc(void *, const void *);                                                          \
	void __wrap_##name(void *);                                                                    \
	void __wrap_##name(void *at) {                                                                 \
		accesses_wait(how, at, size, CALLER);                                                      \
		real##_pc(at, CALLER);                                                                     \
	}
#define RANGE(name, how)                                                                           \
	void name##_pc(void *, size_t, const void *);                                                  \
	void __wrap_##name(void *, size_t);                                                            \
	void __wrap_##name(void *at, size_t size) {                                                    \
		accesses_wait(how, at, size, CALLER);                                                      \
		name##_pc(at, size, CALLER);                                                               \
	}
#else
#define NAME_OF(name) name
#define ACCESS(name, real, how, size)                                                              \
	void name(void *);                                                                             \
	void name(void *at) {                                                                          \
		accesses_wait(how, at, size, CALLER);                                                      \
		accesses_check(how, at, size);                                                             \
	}
#define RANGE(name, how)                                                                           \
	void name(void *, size_t);                                                                     \
	void name(void *at, size_t size) {                                                             \
		accesses_wait(how, at, size, CALLER);                                                      \
		accesses_check(how, at, size);                                                             \
	}
#endif

#define ACCESSES(n)                                                                                \
	ACCESS(__tsan_read##n, __tsan_read##n, LOAD, n)                                                \
	ACCESS(__tsan_write##n, __tsan_write##n, STORE, n)                                             \
	ACCESS(__tsan_volatile_read##n, __tsan_read##n, LOAD, n)                                       \
	ACCESS(__tsan_volatile_write##n, __tsan_write##n, STORE, n)                                    \
	ACCESS(__tsan_unaligned_read##n, __tsan_read##n, LOAD, n)                                      \
	ACCESS(__tsan_unaligned_write##n, __tsan_write##n, STORE, n)                                   \
	ACCESS(__tsan_unaligned_volatile_read##n, __tsan_read##n, LOAD, n)                             \
	ACCESS(__tsan_unaligned_volatile_write##n, __tsan_write##n, STORE, n)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
RANGE(__tsan_read_range, LOAD)
RANGE(__tsan_write_range, STORE)

/* One access that reads and writes, of clang. */
#ifdef HARNESS_TSAN
#define CHANGE(n)                                                                                  \
	void __wrap___tsan_read_write##n(void *);                                                      \
	void __wrap___tsan_read_write##n(void *at) {                                                   \
		accesses_wait(LOAD | STORE, at, n, CALLER);                                                \
		__tsan_read##n##_pc(at, CALLER);                                                           \
		__tsan_write##n##_pc(at, CALLER);                                                          \
	}
#else
#define CHANGE(n) ACCESS(__tsan_read_write##n, , LOAD | STORE, n)
#endif
CHANGE(1)
CHANGE(2)
CHANGE(4)
CHANGE(8)
CHANGE(16)

/* --- Atomic operations. --- */

#ifdef HARNESS_TSAN
/* The calls of the library are the last thing that is done, so that it sees the program as its
 * caller: compile it with -O2. */
#define REAL_OF(T, name, ...) T __real_##name(__VA_ARGS__);
#define DO(real, plain)       real
#define CHECK_ATOMIC(how)     (void)0
#else
#define REAL_OF(T, name, ...)
#define DO(real, plain)   plain
#define CHECK_ATOMIC(how) accesses_check(how, (const void *)(uintptr_t)at, sizeof *at)
#endif

#define FETCH(bits, T, op)                                                                         \
	REAL_OF(T, __tsan_atomic##bits##_fetch_##op, volatile T *, T, int)                             \
	T NAME_OF(__tsan_atomic##bits##_fetch_##op)(volatile T *, T, int);                             \
	T NAME_OF(__tsan_atomic##bits##_fetch_##op)(volatile T * at, T value, int order UNUSED) {      \
		accesses_wait(LOAD | STORE | ATOMIC, (void *)at, sizeof *at, CALLER);                      \
		CHECK_ATOMIC(STORE);                                                                       \
		return DO(__real___tsan_atomic##bits##_fetch_##op(at, value, order),                       \
		          ATOMICALLY(T, fetch_##op, at, value));                                           \
	}
/* Whether it succeeds is decided here, as one thread runs at a time. */
#define EXCHANGE(bits, T, strength)                                                                \
	REAL_OF(int, __tsan_atomic##bits##_compare_exchange_##strength, volatile T *, T *, T, int,     \
	        int)                                                                                   \
	int NAME_OF(__tsan_atomic##bits##_compare_exchange_##strength)(volatile T *, T *, T, int,      \
	                                                               int);                           \
	int NAME_OF(__tsan_atomic##bits##_compare_exchange_##strength)(                                \
	    volatile T * at, T * expected, T value, int order UNUSED, int failed UNUSED) {             \
		accesses_wait(LOAD | ATOMIC, (void *)at, sizeof *at, CALLER);                              \
		CHECK_ATOMIC(STORE);                                                                       \
		if (*at == *expected)                                                                      \
			accesses_wait(STORE | ATOMIC, (void *)at, sizeof *at, CALLER);                         \
		return DO(__real___tsan_atomic##bits##_compare_exchange_##strength(at, expected, value,    \
		                                                                   order, failed),         \
		          COMPARE(T, at, expected, value));                                                \
	}
#define ATOMICS(bits, T)                                                                           \
	REAL_OF(T, __tsan_atomic##bits##_load, const volatile T *, int)                                \
	T NAME_OF(__tsan_atomic##bits##_load)(const volatile T *, int);                                \
	T NAME_OF(__tsan_atomic##bits##_load)(const volatile T *at, int order UNUSED) {                \
		accesses_wait(LOAD | ATOMIC, (const void *)at, sizeof *at, CALLER);                        \
		CHECK_ATOMIC(LOAD);                                                                        \
		return DO(__real___tsan_atomic##bits##_load(at, order), LOADED(T, at));                    \
	}                                                                                              \
	REAL_OF(void, __tsan_atomic##bits##_store, volatile T *, T, int)                               \
	void NAME_OF(__tsan_atomic##bits##_store)(volatile T *, T, int);                               \
	void NAME_OF(__tsan_atomic##bits##_store)(volatile T * at, T value, int order UNUSED) {        \
		accesses_wait(STORE | ATOMIC, (void *)at, sizeof *at, CALLER);                             \
		CHECK_ATOMIC(STORE);                                                                       \
		DO(__real___tsan_atomic##bits##_store(at, value, order),                                   \
		   (void)ATOMICALLY(T, exchange, at, value));                                              \
	}                                                                                              \
	REAL_OF(T, __tsan_atomic##bits##_exchange, volatile T *, T, int)                               \
	T NAME_OF(__tsan_atomic##bits##_exchange)(volatile T *, T, int);                               \
	T NAME_OF(__tsan_atomic##bits##_exchange)(volatile T * at, T value, int order UNUSED) {        \
		accesses_wait(LOAD | STORE | ATOMIC, (void *)at, sizeof *at, CALLER);                      \
		CHECK_ATOMIC(STORE);                                                                       \
		return DO(__real___tsan_atomic##bits##_exchange(at, value, order),                         \
		          ATOMICALLY(T, exchange, at, value));                                             \
	}                                                                                              \
	FETCH(bits, T, add)                                                                            \
	FETCH(bits, T, sub)                                                                            \
	FETCH(bits, T, and)                                                                            \
	FETCH(bits, T, or)                                                                             \
	FETCH(bits, T, xor)                                                                            \
	FETCH(bits, T, nand)                                                                           \
	EXCHANGE(bits, T, strong)                                                                      \
	EXCHANGE(bits, T, weak)

#define ATOMICALLY(T, op, at, value)    exact_##op##_##T(at, value)
#define COMPARE(T, at, expected, value) exact_compare_##T(at, expected, value)
#define LOADED(T, at)                   exact_load_##T(at)

#ifndef HARNESS_TSAN
/* Of 128 bits, not every machine has such instructions: under a lock of our own. */
static uint32_t atomic_lock __asm__("cbmc_mt_harness_atomic");

#define EXACT(T, name, value_of)                                                                   \
	UNUSED static T exact_##name##_##T(volatile T *at, T value) {                                  \
		futex_lock(&atomic_lock);                                                                  \
		T old = *at;                                                                               \
		*at = (T)(value_of);                                                                       \
		futex_unlock(&atomic_lock);                                                                \
		return old;                                                                                \
	}
#define EXACTS(T)                                                                                  \
	EXACT(T, exchange, value)                                                                      \
	EXACT(T, fetch_add, old + value)                                                               \
	EXACT(T, fetch_sub, old - value)                                                               \
	EXACT(T, fetch_and, old &value)                                                                \
	EXACT(T, fetch_or, old | value)                                                                \
	EXACT(T, fetch_xor, old ^ value)                                                               \
	EXACT(T, fetch_nand, ~(old & value))                                                           \
	UNUSED static T exact_load_##T(const volatile T *at) {                                         \
		futex_lock(&atomic_lock);                                                                  \
		T value = *at;                                                                             \
		futex_unlock(&atomic_lock);                                                                \
		return value;                                                                              \
	}                                                                                              \
	UNUSED static int exact_compare_##T(volatile T *at, T *expected, T value) {                    \
		futex_lock(&atomic_lock);                                                                  \
		int is_same = *at == *expected;                                                            \
		if (is_same)                                                                               \
			*at = value;                                                                           \
		else                                                                                       \
			*expected = *at;                                                                       \
		futex_unlock(&atomic_lock);                                                                \
		return is_same;                                                                            \
	}
#endif
typedef unsigned __int128 uint128_t;
#ifndef HARNESS_TSAN
EXACTS(uint8_t)
EXACTS(uint16_t)
EXACTS(uint32_t)
EXACTS(uint64_t)
EXACTS(uint128_t)
#endif
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
ATOMICS(128, uint128_t)

/* --- What needs no turn. --- */

#ifndef HARNESS_TSAN
#define NOTHING(name, ...)                                                                         \
	void name(__VA_ARGS__);                                                                        \
	void name(__VA_ARGS__) {                                                                       \
	}
NOTHING(__tsan_init, void)
NOTHING(__tsan_func_entry, void *at UNUSED)
NOTHING(__tsan_func_exit, void)
NOTHING(__tsan_vptr_update, void **at UNUSED, void *to UNUSED)
NOTHING(__tsan_vptr_read, void **at UNUSED)
NOTHING(__tsan_atomic_signal_fence, int order UNUSED)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order UNUSED) {
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}
#endif

#endif
