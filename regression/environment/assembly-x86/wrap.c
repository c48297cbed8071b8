/* Instructions wrap around, and so do atomic operations on signed integers: only C overflows. */
#include <assert.h>
#include <limits.h>

int x = INT_MAX, y = INT_MAX;
unsigned u = UINT_MAX;

int main(void)
{
	int v = 1;
	__asm__ volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(x) : : "memory", "cc");
	__asm__ volatile("lock; addl $3, %0" : "+m"(u) : : "memory", "cc");
#ifdef BUG
	y = y + 1;
#else
	__atomic_fetch_add(&y, 1, __ATOMIC_SEQ_CST);
#endif
	assert(v == INT_MAX && x == INT_MIN && u == 2 && y == INT_MIN);
	return 0;
}
