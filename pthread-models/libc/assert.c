/* What a failed assertion or a reached error does when it is not itself the property: the program
 * ends there. */
#include "../mc.h"

void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
	(void)text, (void)file, (void)line, (void)function;
	__mc_abort();
}

void __assert_perror_fail(int number, const char *file, unsigned line, const char *function) {
	(void)number, (void)file, (void)line, (void)function;
	__mc_abort();
}

void __assert(const char *text, const char *file, int line) {
	(void)text, (void)file, (void)line;
	__mc_abort();
}

void __VERIFIER_error(void) {
	__mc_abort();
}

void reach_error(void) {
	__mc_abort();
}
