/* A structure and a number are an object and a number, not an array and its length; a length that is
 * given is that of the array. */
#include <stddef.h>

struct stock {
	unsigned left;
};

unsigned take(struct stock *s, unsigned n) {
	return s[INDEX].left - n;
}

int last(const int *values, size_t n) {
	return values[n - 1];
}
