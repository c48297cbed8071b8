#include <assert.h>
#include <stdatomic.h>

int main(void)
{
	atomic_int n = 3;
	int old = atomic_fetch_add(&n, 4), expected = 7;
	assert(old == 3 && n == 7);
	assert(atomic_compare_exchange_strong(&n, &expected, 9) && n == 9);
	expected = 1;
	assert(!atomic_compare_exchange_strong(&n, &expected, 2) && expected == 9);
	assert(__sync_fetch_and_or(&old, 4) == 3 && old == 7);
	assert(__atomic_exchange_n(&old, 1, __ATOMIC_SEQ_CST) == 7 && ++n == 10);
}
