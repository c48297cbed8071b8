/* Text functions that programs call now and then, and that nobody has modelled: UNKNOWN where they
 * are reached. */
#include "../../mc.h"

int glob(const char *pattern, int flags, int (*on_error)(const char *, int), void *found) {
	(void)pattern, (void)flags, (void)on_error, (void)found;
	__mc_unsupported("glob");
	return 3;
}

void globfree(void *found) {
	(void)found;
	__mc_unsupported("globfree");
}

int wordexp(const char *words, void *found, int flags) {
	(void)words, (void)found, (void)flags;
	__mc_unsupported("wordexp");
	return 1;
}

void wordfree(void *found) {
	(void)found;
	__mc_unsupported("wordfree");
}

char *ecvt(double value, int digits, int *point, int *sign) {
	(void)value, (void)digits, (void)point, (void)sign;
	__mc_unsupported("ecvt");
	return NULL;
}

char *fcvt(double value, int digits, int *point, int *sign) {
	(void)value, (void)digits, (void)point, (void)sign;
	__mc_unsupported("fcvt");
	return NULL;
}

char *gcvt(double value, int digits, char *to) {
	(void)value, (void)digits, (void)to;
	__mc_unsupported("gcvt");
	return NULL;
}
