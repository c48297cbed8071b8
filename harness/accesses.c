/* harness/accesses.c -- accesses to memory: what the compiler calls with -fsanitize=thread.
 *
 * An access is the next element if kind and variable are the same; where the variable has no name
 * (memory of malloc), the source line decides.  Accesses that are no element, as those to memory
 * that only one thread uses, are made whenever their thread runs.
 */
#include <string.h>

#include "harness/library.h"
#include "harness/turns.h"

enum { AHEAD = 16 }; /* elements that the program may have left out */

static bool is_variable(uintptr_t at) {
	for (size_t i = 0; i < test.nvariables; i++)
		if (at >= test.variable[i].from && at < test.variable[i].to)
			return true;
	return false;
}

static bool is_access(const struct element *e, enum kind kind, uintptr_t at, size_t size,
                      const struct place *p) {
	if (e->kind != kind)
		return false;
	if (e->from)
		return at < e->to && at + size > e->from;
	return p && p->line == e->line && !strcmp(p->file, e->file) && !is_variable(at);
}

/* Takes the next element of the thread if the access is it; or a later one, if the program left
 * some out. */
static bool take_access(enum kind kind, uintptr_t at, size_t size, const struct place *p) {
	unsigned ahead = 0;
	for (size_t i = turns.next; i < test.n && ahead < AHEAD; i++) {
		struct element *e = &test.element[i];
		if (e->thread != self || e->done)
			continue;
		if (e->in_library || e->kind == CALL)
			return false; /* the program is not there yet */
		if (!is_access(e, kind, at, size, p)) {
			ahead++;
			continue;
		}
		if (ahead && (!p || p->line != e->line))
			return false;
		for (size_t k = turns.next; k < i; k++)
			if (test.element[k].thread == self && !test.element[k].done)
				turns_miss(&test.element[k]);
		turns_wait();
		if (!turns.is_free)
			turns_take(e);
		return true;
	}
	return false;
}

enum access { LOAD = 1, STORE = 2 };

static void access_memory(unsigned how, const void *memory, size_t size, const void *caller) {
	uintptr_t at = (uintptr_t)memory;
	if (!turns.ready || turns.is_free)
		return;
	const struct place *p = test_place(caller);
	turns_lock();
	turns_drain(KIND_N);
	if (!turns.is_free)
		turns_wait();
	/* What the compiler copies at once, the schedule has part by part. */
	if (how & LOAD)
		while (!turns.is_free && take_access(READ, at, size, p) && size > 16)
			;
	if (how & STORE)
		while (!turns.is_free && take_access(WRITE, at, size, p) && size > 16)
			;
	turns_unlock();
}

#define ACCESS(name, how, size)                                                                    \
	void name(void *);                                                                             \
	void name(void *at) {                                                                          \
		access_memory(how, at, size, CALLER);                                                      \
	}
#define ACCESSES(size)                                                                             \
	ACCESS(__tsan_read##size, LOAD, size)                                                          \
	ACCESS(__tsan_write##size, STORE, size)                                                        \
	ACCESS(__tsan_volatile_read##size, LOAD, size)                                                 \
	ACCESS(__tsan_volatile_write##size, STORE, size)                                               \
	ACCESS(__tsan_unaligned_read##size, LOAD, size)                                                \
	ACCESS(__tsan_unaligned_write##size, STORE, size)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

#define RANGE(name, how)                                                                           \
	void name(void *, size_t);                                                                     \
	void name(void *at, size_t size) {                                                             \
		access_memory(how, at, size, CALLER);                                                      \
	}
RANGE(__tsan_read_range, LOAD)
RANGE(__tsan_write_range, STORE)

#define NOTHING(name, ...)                                                                         \
	void name(__VA_ARGS__);                                                                        \
	void name(__VA_ARGS__) {                                                                       \
	}
NOTHING(__tsan_init, void)
NOTHING(__tsan_func_entry, void *at __attribute__((unused)))
NOTHING(__tsan_func_exit, void)
NOTHING(__tsan_vptr_update, void **at __attribute__((unused)), void *to __attribute__((unused)))
NOTHING(__tsan_atomic_thread_fence, int order __attribute__((unused)))
NOTHING(__tsan_atomic_signal_fence, int order __attribute__((unused)))

#define UNUSED __attribute__((unused))
#define FETCH(bits, T, op)                                                                         \
	T __tsan_atomic##bits##_fetch_##op(volatile T *, T, int);                                      \
	T __tsan_atomic##bits##_fetch_##op(volatile T *at, T value, int order UNUSED) {                \
		access_memory(LOAD | STORE, (void *)at, sizeof *at, CALLER);                               \
		return __atomic_fetch_##op(at, value, __ATOMIC_SEQ_CST);                                   \
	}
/* Whether it succeeds is decided here, as one thread runs at a time. */
#define EXCHANGE(bits, T, strength)                                                                \
	int __tsan_atomic##bits##_compare_exchange_##strength(volatile T *, T *, T, int, int);         \
	int __tsan_atomic##bits##_compare_exchange_##strength(volatile T *at, T *expected, T value,    \
	                                                      int order UNUSED, int failed UNUSED) {   \
		access_memory(LOAD, (void *)at, sizeof *at, CALLER);                                       \
		if (*at == *expected)                                                                      \
			access_memory(STORE, (void *)at, sizeof *at, CALLER);                                  \
		return __atomic_compare_exchange_n(at, expected, value, 0, __ATOMIC_SEQ_CST,               \
		                                   __ATOMIC_SEQ_CST);                                      \
	}
#define ATOMICS(bits, T)                                                                           \
	T __tsan_atomic##bits##_load(const volatile T *, int);                                         \
	T __tsan_atomic##bits##_load(const volatile T *at, int order UNUSED) {                         \
		access_memory(LOAD, (const void *)at, sizeof *at, CALLER);                                 \
		return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                              \
	}                                                                                              \
	void __tsan_atomic##bits##_store(volatile T *, T, int);                                        \
	void __tsan_atomic##bits##_store(volatile T *at, T value, int order UNUSED) {                  \
		access_memory(STORE, (void *)at, sizeof *at, CALLER);                                      \
		__atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                             \
	}                                                                                              \
	T __tsan_atomic##bits##_exchange(volatile T *, T, int);                                        \
	T __tsan_atomic##bits##_exchange(volatile T *at, T value, int order UNUSED) {                  \
		access_memory(LOAD | STORE, (void *)at, sizeof *at, CALLER);                               \
		return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                   \
	}                                                                                              \
	FETCH(bits, T, add)                                                                            \
	FETCH(bits, T, sub)                                                                            \
	FETCH(bits, T, and)                                                                            \
	FETCH(bits, T, or)                                                                             \
	FETCH(bits, T, xor)                                                                            \
	FETCH(bits, T, nand)                                                                           \
	EXCHANGE(bits, T, strong)                                                                      \
	EXCHANGE(bits, T, weak)
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
