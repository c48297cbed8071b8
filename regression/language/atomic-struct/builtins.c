/* The generic __atomic builtins on a structure, and __sync ones for minimum and maximum. */
#include <assert.h>

#ifndef MOST
#define MOST 7u
#endif

struct pair {
	char *text;
	int n[2];
};

int main(void)
{
	char a, b;
	struct pair x = {&a, {1, 2}}, expected = {&a, {1, 2}}, desired = {&b, {3, 4}}, seen;
	assert(__atomic_compare_exchange(&x, &expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
	assert(x.text == &b && x.n[0] == 3 && x.n[1] == 4);
	assert(!__atomic_compare_exchange(&x, &expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
	assert(expected.text == &b && expected.n[1] == 4);
	__atomic_load(&x, &seen, __ATOMIC_SEQ_CST);
	assert(seen.text == &b);
	desired.n[0] = 9;
	__atomic_store(&x, &desired, __ATOMIC_SEQ_CST);
	assert(x.n[0] == 9);
	__atomic_exchange(&x, &expected, &seen, __ATOMIC_SEQ_CST);
	assert(x.n[0] == 3 && seen.n[0] == 9);

	unsigned u = 3;
	int i = -2;
	assert(__sync_fetch_and_umax(&u, 7u) == 3 && u == MOST);
	__sync_fetch_and_umin(&u, 0xfffffff0u);
	assert(u == MOST);
	__sync_fetch_and_max(&i, -5);
	assert(i == -2);
	__sync_fetch_and_min(&i, -9);
	assert(i == -9);
}
