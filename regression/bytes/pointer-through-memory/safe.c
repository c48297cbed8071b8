#include <assert.h>
#include <stdint.h>
#include <string.h>

int main(void)
{
	int x = 7, *p = &x, *q;
	char raw[sizeof p];
	memcpy(raw, &p, sizeof p);
	memcpy(&q, raw, sizeof q);
	assert(*q == 7);
	uintptr_t n = (uintptr_t)p;
	q = (int *)n;
	*q = 8;
	assert(x == 8);
}
