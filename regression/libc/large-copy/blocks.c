/* Blocks of unknown length in large objects: copied, set, moved over themselves, read at any index. */
#include <assert.h>
#include <string.h>

#ifndef BEHIND
#define BEHIND 0
#endif

size_t __VERIFIER_nondet_size_t(void);

static char from[5000], to[5000];

int main(void)
{
	size_t n = __VERIFIER_nondet_size_t(), m = __VERIFIER_nondet_size_t(),
	       i = __VERIFIER_nondet_size_t();
	if (n > sizeof to || m > sizeof to || i >= sizeof to)
		return 0;
	from[100] = 'x';
	memcpy(to, from, n);
	assert(to[100] == (n > 100 ? 'x' : 0));
	assert(to[i] == (i < n ? from[i] : 0));
	memset(to, 7, m);
	assert(to[i] == (i < m ? 7 : i < n ? from[i] : 0));
	to[i] = 9;
	assert(to[i] == 9);
	if (i != 100)
		assert(to[100] == (m > 100 ? 7 : n > 100 ? 'x' : BEHIND)); /* violated if BEHIND is 1 */
	to[50] = 5;
	if (n >= 100) {
		memmove(to + 50, to, n - 50);
		assert(n < 101 || to[100] == 5);
		memmove(to, to + 50, n - 50);
		assert(n < 101 || to[50] == 5);
	}
}
