/* Flags that change what the compiled program does, and that nobody reads. */
#include <assert.h>
#include <limits.h>

#ifdef CLEAN
static void clean(int *at) {
	*at = 0;
}
#endif

int other(void) {
	return 1;
}

int __wrap_other(void) {
	return 2;
}

int main(void) {
	volatile int most = INT_MAX;
#ifdef CLEAN
	__attribute__((cleanup(clean))) int x = 1;
#endif
	assert(most + 1 == INT_MIN && other() == WANT);
	return 0;
}
