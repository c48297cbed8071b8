/* An empty asm is a barrier for the compiler and changes nothing. */
#include <assert.h>

int main(void) {
	int x = 5, y = 6, z;
	__asm__ volatile("" : : : "memory");
	__asm__("" : "+r"(x));
	__asm__("" : "=r"(z) : "0"(y));
	assert(x == 5 && z == 6 + OFF);
	return 0;
}
