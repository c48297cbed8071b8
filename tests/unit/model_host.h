/* tests/unit/model_host.h -- the intrinsics of pthread-models/mc.h on the machine itself, so that a
 * model can be compiled and compared with the real library.
 *
 * Include it after the system headers; then rename what the model defines, then include the model.
 */
#ifndef TESTS_UNIT_MODEL_HOST_H
#define TESTS_UNIT_MODEL_HOST_H

#include <stdlib.h>
#include <string.h>

#undef NULL /* the same, but for a blank in clang's headers */
#include "pthread-models/mc.h"
#include "tests/unit/check.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#endif

static int host_unsupported; /* how often a model gave up */

void __mc_assert(int condition, const char *class, const char *text) {
	(void)class;
	if (!condition)
		CHECK(!text);
}

void __mc_assume(int condition) {
	if (!condition)
		CHECK_NEVER("assumption of a model");
}

void __mc_unsupported(const char *what) {
	(void)what;
	host_unsupported++;
}

int __mc_readable(const void *p, size_t n) {
	(void)n;
	return p != NULL;
}

int __mc_writable(const void *p, size_t n) {
	(void)n;
	return p != NULL;
}

void __mc_copy(void *to, const void *from, size_t n) {
	memmove(to, from, n);
}

void __mc_set(void *at, int byte, size_t n) {
	memset(at, byte, n);
}

void __mc_havoc(void *at, size_t n) {
	memset(at, 0x5a, n);
}

void __mc_input(const void *at, size_t n, int how) {
	(void)at, (void)n, (void)how;
}

void *__mc_alloc(size_t n, int kind) {
	(void)kind;
	return malloc(n ? n : 1);
}

void __mc_free(void *p) {
	free(p);
}

/* Texts of the test, of which the environment chooses none. */
int __mc_is_argument(const void *p) {
	(void)p;
	return 0;
}

int __mc_option(const char *name) {
	(void)name;
	return 0;
}

int __mc_kept_apart(void) {
	return 1;
}

size_t __mc_object_size(const void *p) {
	(void)p;
	return 0;
}

int __mc_same_object(const void *p, const void *q) {
	(void)p, (void)q;
	return 0;
}

#endif
