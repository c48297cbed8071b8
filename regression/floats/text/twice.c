/* The idiom that writes a text twice: for its length, and into the memory for it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double __VERIFIER_nondet_double(void);

#ifdef BUG
#define EXTRA 0
#else
#define EXTRA 1
#endif

int main(void)
{
	double x = __VERIFIER_nondet_double();
	if (!(x >= 0 && x < 1000))
		return 0;
	int n = snprintf(NULL, 0, "%.1f", x);
	char *text = malloc((size_t)n + EXTRA);
	snprintf(text, (size_t)n + 1, "%.1f", x);
	assert(strlen(text) == (size_t)n && n >= 3 && n <= 6);
	free(text);
}
