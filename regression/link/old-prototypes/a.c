/* Declarations that disagree a little are what old code is made of; linkers do not mind. */
#include <assert.h>
int f();
unsigned int g(void *);
int main(void) {
	char c = 3;
	assert(f(2, 3) == 5);
	assert(g(&c) == 3);
	assert(undeclared(4) == 4);
	return 0;
}
