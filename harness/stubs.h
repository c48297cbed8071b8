/* harness/stubs.h -- functions and variables that are defined as a test says: for stubs.c, a line
 * of macros for each, which stubs.sh makes of the list "stubs" of a test.
 *
 *   LIBRARY(name, type)   a function of the library; without a reply, it is called
 *   VALUE(name, type)     a function without a body
 *   NOTHING(name, void)   either, if it returns nothing
 *   INPUT(name, type)     a function without a body and effect, as __VERIFIER_nondet_int
 *   ALLOCATOR(name)       malloc and its kin, if no other module of the harness defines them
 *   OBJECT(name, size, align)
 *
 * Arguments are taken as words, in the order of the registers for integers: whatever the function
 * is declared as, its pointers are among them.
 */
#ifndef HARNESS_STUBS_H
#define HARNESS_STUBS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

enum { REPLY_ARGUMENTS = 12 };

uint64_t cbmc_mt_input(const char *call);
/* 1: the reply is given; 0: there is none. */
int cbmc_mt_reply(const char *name, const void *caller, const uintptr_t *arg, void *result,
                  size_t size);
int cbmc_mt_value(const char *name, const void *caller, const uintptr_t *arg, void *result,
                  size_t size);
void *cbmc_mt_real(const char *name); /* NULL: there is none */
void *cbmc_mt_allocate(const char *name, const void *caller, uintptr_t, uintptr_t);

#define STUB_ARGUMENTS                                                                             \
	uintptr_t arg[REPLY_ARGUMENTS] = {first};                                                      \
	va_list list;                                                                                  \
	va_start(list, first);                                                                         \
	for (int i = 1; i < REPLY_ARGUMENTS; i++)                                                      \
		arg[i] = va_arg(list, uintptr_t);                                                          \
	va_end(list)
#define STUB_WORDS                                                                                 \
	arg[0], arg[1], arg[2], arg[3], arg[4], arg[5], arg[6], arg[7], arg[8], arg[9], arg[10], arg[11]

#define LIBRARY(name, ...)                                                                         \
	typedef __VA_ARGS__ cbmc_mt_##name;                                                            \
	__attribute__((weak)) cbmc_mt_##name name(uintptr_t first, ...);                               \
	cbmc_mt_##name name(uintptr_t first, ...) {                                                    \
		STUB_ARGUMENTS;                                                                            \
		cbmc_mt_##name result = {0};                                                               \
		if (cbmc_mt_reply(#name, __builtin_return_address(0), arg, &result, sizeof result))        \
			return result;                                                                         \
		cbmc_mt_##name (*real)(uintptr_t, ...) =                                                   \
		    (cbmc_mt_##name(*)(uintptr_t, ...))cbmc_mt_real(#name);                                \
		return real ? real(STUB_WORDS) : result;                                                   \
	}
#define VALUE(name, ...)                                                                           \
	typedef __VA_ARGS__ cbmc_mt_##name;                                                            \
	__attribute__((weak)) cbmc_mt_##name name(uintptr_t first, ...);                               \
	cbmc_mt_##name name(uintptr_t first, ...) {                                                    \
		STUB_ARGUMENTS;                                                                            \
		cbmc_mt_##name result = {0};                                                               \
		cbmc_mt_value(#name, __builtin_return_address(0), arg, &result, sizeof result);            \
		return result;                                                                             \
	}
#define NOTHING(name, type)                                                                        \
	__attribute__((weak)) type name(uintptr_t first, ...);                                         \
	type name(uintptr_t first, ...) {                                                              \
		STUB_ARGUMENTS;                                                                            \
		void (*real)(uintptr_t, ...) = (void (*)(uintptr_t, ...))cbmc_mt_real(#name);              \
		if (!real)                                                                                 \
			cbmc_mt_value(#name, __builtin_return_address(0), arg, NULL, 0);                       \
		else if (!cbmc_mt_reply(#name, __builtin_return_address(0), arg, NULL, 0))                 \
			real(STUB_WORDS);                                                                      \
	}
#define INPUT(name, ...)                                                                           \
	typedef __VA_ARGS__ cbmc_mt_##name;                                                            \
	__attribute__((weak)) cbmc_mt_##name name();                                                   \
	cbmc_mt_##name name() {                                                                        \
		uint64_t bits = cbmc_mt_input(#name);                                                      \
		cbmc_mt_##name result = {0};                                                               \
		__builtin_memcpy(&result, &bits, sizeof result < 8 ? sizeof result : 8);                   \
		return result;                                                                             \
	}
#define ALLOCATOR(name)                                                                            \
	__attribute__((weak)) void *name(uintptr_t, uintptr_t);                                        \
	void *name(uintptr_t first, uintptr_t second) {                                                \
		return cbmc_mt_allocate(#name, __builtin_return_address(0), first, second);                \
	}
#define OBJECT(name, size, align) __attribute__((weak, aligned(align))) unsigned char name[size];

#endif
