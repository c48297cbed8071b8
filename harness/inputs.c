/* harness/inputs.c -- values of the test for functions without a body, and what else a program for
 * verifiers calls. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/ends.h"
#include "harness/inputs.h"
#include "harness/library.h"
#include "harness/turns.h"

bool inputs_take(const char *call, uint64_t *to) {
	turns_start();
	turns_lock();
	uint64_t value = 0;
	bool found = false;
	for (size_t i = 0; i < test.ninputs && !found; i++) {
		struct input *in = &test.input[i];
		if (in->done || in->thread != self || strcmp(in->call, call) != 0)
			continue;
		in->done = found = true;
		value = in->value;
	}
	if (!found && test.ninputs && !turns.is_free)
		library_say("the test has no more values of %s in thread %d: 0", call, self);
	if (turns.tells)
		library_say("thread %d: %s returns %lld", self, call, (long long)value);
	turns_unlock();
	*to = value;
	return found;
}

uint64_t cbmc_mt_input(const char *call);
uint64_t cbmc_mt_input(const char *call) {
	uint64_t value;
	inputs_take(call, &value);
	return value;
}

#define INPUT(name, T)                                                                             \
	__attribute__((weak)) T __VERIFIER_nondet_##name(void);                                        \
	T __VERIFIER_nondet_##name(void) {                                                             \
		uint64_t bits = cbmc_mt_input("__VERIFIER_nondet_" #name);                                 \
		T value;                                                                                   \
		memcpy(&value, &bits, sizeof value);                                                       \
		return value;                                                                              \
	}
INPUT(bool, _Bool)
INPUT(char, char)
INPUT(uchar, unsigned char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned)
INPUT(unsigned, unsigned)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
INPUT(size_t, size_t)
INPUT(float, float)
INPUT(double, double)
INPUT(pointer, void *)

#define WEAK(T, name, ...)                                                                         \
	__attribute__((weak)) T name(__VA_ARGS__);                                                     \
	T name(__VA_ARGS__)

static void assume(int condition) {
	if (condition)
		return;
	library_say("an assumption of the program is false: the run ends");
	_exit(0);
}

#define ASSUME(name)                                                                               \
	WEAK(void, name, int condition) {                                                              \
		assume(condition);                                                                         \
	}
ASSUME(__VERIFIER_assume)
ASSUME(__CPROVER_assume)
ASSUME(__ESBMC_assume)
ASSUME(__goblint_assume)

#define ERROR(name)                                                                                \
	WEAK(void, name, void) {                                                                       \
		ends_error(#name, CALLER);                                                                 \
	}
ERROR(__VERIFIER_error)
ERROR(reach_error)
ERROR(__ESBMC_unreachable)

#define ASSERT(name)                                                                               \
	WEAK(void, name, int condition) {                                                              \
		if (!condition)                                                                            \
			ends_error(#name, CALLER);                                                             \
	}
ASSERT(__VERIFIER_assert)
ASSERT(__CPROVER_assert) /* the text that follows does not matter */
ASSERT(__ESBMC_assert)
ASSERT(__CPROVER_precondition)
ASSERT(__CPROVER_postcondition)
ASSERT(__goblint_assert)
ASSERT(__goblint_check)

#define MARK(name)                                                                                 \
	WEAK(void, name, void) {                                                                       \
	}
MARK(__VERIFIER_atomic_begin)
MARK(__VERIFIER_atomic_end)
MARK(__CPROVER_atomic_begin)
MARK(__CPROVER_atomic_end)
MARK(__ESBMC_atomic_begin)
MARK(__ESBMC_atomic_end)
MARK(__ESBMC_really_atomic_begin)
MARK(__ESBMC_really_atomic_end)
MARK(__CPROVER_cover) /* arguments do not matter */
MARK(__CPROVER_input)
MARK(__CPROVER_output)
MARK(__ESBMC_cover)
MARK(__goblint_globalize)
MARK(__goblint_split_begin)
MARK(__goblint_split_end)
