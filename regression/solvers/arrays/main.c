/* Entries at chosen places of a table, of an array that nobody has filled, and of one filled with
 * zeros; the unsafe one (-DSAME) lets two places be one. */
#include <assert.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

static const int table[] = {3, 1, 4, 1, 5, 9, 2, 6};

int main(void) {
	int any[500], zero[500];
	unsigned i = __VERIFIER_nondet_uint() % 500, j = __VERIFIER_nondet_uint() % 500;
	memset(zero, 0, sizeof zero);
	zero[i] = table[i % 8];
	assert(zero[i] > 0 && zero[i] < 10);
	int before = any[i];
#ifndef SAME
	if (i == j)
		return 0;
#endif
	any[j] = before + 1;
	zero[j] = 0;
	assert(any[i] == before && zero[i] != 0);
}
