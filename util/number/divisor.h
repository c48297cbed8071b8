/* util/number/divisor.h -- the greatest common divisor. */
#ifndef UTIL_NUMBER_DIVISOR_H
#define UTIL_NUMBER_DIVISOR_H

#include <stdint.h>

/* Of 0 and a number, that number. */
static inline uint64_t common_divisor(uint64_t a, uint64_t b) {
	while (b) {
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

#endif
