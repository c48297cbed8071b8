/* An address is copied through conditions alone: no value is made of it. */
#include <assert.h>
#include <stdint.h>

int main(void)
{
	int v = 7, w = 1;
	uintptr_t a = (uintptr_t)&v, b = 0;
	for (int i = 0; i < (int)sizeof a * 8; i++)
		if (a & (uintptr_t)1 << i)
			b |= (uintptr_t)1 << i;
	int *p = (int *)b;
	*p = 8;
	assert(v == GOAL && w == 1);
}
