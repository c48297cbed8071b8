/* tests/unit/check.h -- the whole unit-test framework: count, print what fails, return it.
 *
 *   int main(void) { CHECK(1 + 1 == 2); return check_done("arithmetic"); }
 */
#ifndef TESTS_UNIT_CHECK_H
#define TESTS_UNIT_CHECK_H

#include <stdio.h>

static unsigned check_passed, check_failed;

#define CHECK(condition)                                                                           \
	((condition) ? (void)check_passed++                                                            \
	             : (void)(check_failed++,                                                          \
	                      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition)))

static inline int check_done(const char *module) {
	printf("%s: %u passed, %u failed\n", module, check_passed, check_failed);
	return check_failed != 0;
}

#endif
