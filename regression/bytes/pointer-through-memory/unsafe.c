#include <assert.h>
#include <stdint.h>

int main(void)
{
	int x = 7, *p = &x, *q;
	uintptr_t n = (uintptr_t)p;
	q = (int *)(n + sizeof x);
	*q = 8; /* violated */
	assert(x == 8);
}
