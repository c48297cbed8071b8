/* The low bits of an address that its alignment makes zero can carry marks; the others cannot. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef PLACE
#define PLACE &shared
#endif

struct pair {
	long first, second;
};

static struct pair shared;
static char bytes[3];

int main(void) {
	struct pair *p = malloc(sizeof *p), local;
	uintptr_t a = (uintptr_t)p, b = (uintptr_t)&shared, c = (uintptr_t)&local.second;
	assert((a & 7) == 0 && (b & 7) == 0 && (c & 7) == 0);
	assert(((a | 1) & 1) == 1 && ((b | 5) & ~(uintptr_t)7) == b);
	assert(a != b && (a | 1) != b && (a | 1) != (b | 1) && (b | 1) != c);
	assert(a && b > 16 && a + sizeof *p != b);
	struct pair *q = (struct pair *)((a | 3) & ~(uintptr_t)3);
	q->second = 4;
	assert(p->second == 4 && q == p);
	char *marked = (char *)(b | 1);
	assert(marked == (char *)&shared + 1 && marked - 1 == (char *)&shared);
	assert(((uintptr_t)PLACE & 1) == 0);
	free(p);
	return 0;
}
