/* stdlib.h apart from the heap, the end of a program, and reading numbers. */
#include "../mc.h"

void *malloc(size_t size);

int abs(int x) {
	__mc_assert(x != -__INT_MAX__ - 1, "overflow", "abs of the smallest int");
	return x < 0 ? -x : x;
}

long labs(long x) {
	__mc_assert(x != -__LONG_MAX__ - 1, "overflow", "labs of the smallest long");
	return x < 0 ? -x : x;
}

long long llabs(long long x) {
	__mc_assert(x != -__LONG_LONG_MAX__ - 1, "overflow", "llabs of the smallest long long");
	return x < 0 ? -x : x;
}

/* rand and srand are not required to be thread-safe, random and srandom are. */
static char hidden_state_of_rand, hidden_state_of_drand48;

int rand(void) {
	WRITE_HIDDEN(hidden_state_of_rand);
	int r = __mc_nondet_int();
	__mc_assume(r >= 0);
	return r;
}

void srand(unsigned seed) {
	(void)seed;
	WRITE_HIDDEN(hidden_state_of_rand);
}

int rand_r(unsigned *seed) {
	*seed = __mc_nondet_uint();
	int r = __mc_nondet_int();
	__mc_assume(r >= 0);
	return r;
}

long random(void) {
	long r = __mc_nondet_long();
	__mc_assume(r >= 0 && r <= 2147483647);
	return r;
}

void srandom(unsigned seed) {
	(void)seed;
}

static double fraction(void) {
	double r = __mc_nondet_double();
	__mc_assume(r >= 0.0 && r < 1.0);
	return r;
}

static long number_from(long least) {
	long r = __mc_nondet_long();
	__mc_assume(r >= least && r <= 2147483647);
	return r;
}

enum { SMALLEST_NUMBER = -2147483647 - 1 };

double drand48(void) {
	WRITE_HIDDEN(hidden_state_of_drand48);
	return fraction();
}

long lrand48(void) {
	WRITE_HIDDEN(hidden_state_of_drand48);
	return number_from(0);
}

long mrand48(void) {
	WRITE_HIDDEN(hidden_state_of_drand48);
	return number_from(SMALLEST_NUMBER);
}

void srand48(long seed) {
	(void)seed;
	WRITE_HIDDEN(hidden_state_of_drand48);
}

double erand48(unsigned short seed[3]) {
	seed[0] = seed[1] = seed[2] = (unsigned short)__mc_nondet_uint();
	return fraction();
}

long nrand48(unsigned short seed[3]) {
	seed[0] = seed[1] = seed[2] = (unsigned short)__mc_nondet_uint();
	return number_from(0);
}

long jrand48(unsigned short seed[3]) {
	seed[0] = seed[1] = seed[2] = (unsigned short)__mc_nondet_uint();
	return number_from(SMALLEST_NUMBER);
}

typedef int comparison(const void *, const void *);

static char *element(const void *base, size_t i, size_t size) {
	return (char *)base + i * size;
}

typedef int comparison_with(const void *, const void *, void *);

/* Insertion sort: stable, which is one of the orders that the standard allows. */
void qsort_r(void *base, size_t count, size_t size, comparison_with *compare, void *data) {
	if (count == 0 || size == 0)
		return;
	__mc_assert(__mc_writable(base, count * size), "pointer", "qsort sorts outside of an object");
	char *held = __mc_alloc(size, __mc_internal);
	for (size_t i = 1; i < count; i++) {
		size_t at = i;
		__mc_copy(held, element(base, i, size), size);
		while (at > 0 && compare(held, element(base, at - 1, size), data) < 0)
			at--;
		__mc_copy(element(base, at + 1, size), element(base, at, size), (i - at) * size);
		__mc_copy(element(base, at, size), held, size);
	}
	__mc_free(held);
}

/* Insertion sort: stable, which is one of the orders that the standard allows. */
void qsort(void *base, size_t count, size_t size, comparison *compare) {
	if (count == 0 || size == 0)
		return;
	__mc_assert(__mc_writable(base, count * size), "pointer", "qsort sorts outside of an object");
	char *held = __mc_alloc(size, __mc_internal);
	for (size_t i = 1; i < count; i++) {
		size_t at = i;
		__mc_copy(held, element(base, i, size), size);
		while (at > 0 && compare(held, element(base, at - 1, size)) < 0)
			at--;
		__mc_copy(element(base, at + 1, size), element(base, at, size), (i - at) * size);
		__mc_copy(element(base, at, size), held, size);
	}
	__mc_free(held);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, comparison *compare) {
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = compare(key, element(base, middle, size));
		if (order == 0)
			return element(base, middle, size);
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}
