/* Functions that are called by themselves, and what stands outside of them. */
#include <assert.h>

static int n;
static void first(void) {
	n = 1;
}

#define PLACE ".init_array"
#if SECTION == 1
__attribute__((section(PLACE), used)) static void (*const called)(void) = first;
#elif SECTION == 2
__attribute__((section(".data.rel.ro"), used)) static void (*const called)(void) = first;
#endif

#ifdef ASSEMBLY
__asm__(".globl number\n.data\nnumber: .long 7\n.text");
#endif

#ifdef OVERLOADED
__attribute__((overloadable)) static int twice(int x) {
	return 2 * x;
}
__attribute__((overloadable)) static int twice(double x) {
	return (int)(2 * x + 0.5);
}
#endif

int main(void) {
	if (n < 0)
		first();
#ifdef OVERLOADED
	assert(twice(1) == 2 && twice(1.25) == 3);
#endif
	assert(n == 0);
	return 0;
}
