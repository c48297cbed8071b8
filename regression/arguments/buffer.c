/* (buf, n): n is the size of what buf points to. */
#include <stddef.h>

int count_braces(const char *buf, size_t n) {
	int braces = 0;
	for (size_t i = 0; i COMPARE n; i++)
		braces += buf[i] == '{';
	return braces;
}

/* The other order, by name. */
long sum(unsigned count, const long *values) {
	long all = 0;
	for (unsigned i = 0; i COMPARE count; i++)
		all ^= values[i];
	return all;
}

/* An integer that is no length: one object. */
int add(int *counter, int delta) {
	counter[INDEX] ^= delta;
	return *counter;
}
