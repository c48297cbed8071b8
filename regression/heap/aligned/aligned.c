/* A block is as aligned as was asked for, and no more. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
	void *p = NULL;
	if (posix_memalign(&p, 64, 100) != 0)
		return 1;
#ifdef MORE
	assert((uintptr_t)p % 128 == 0);
#else
	assert((uintptr_t)p % 64 == 0);
#endif
	free(p);
	p = aligned_alloc(4096, 4096);
	assert((uintptr_t)p % 4096 == 0);
	free(p);
	return 0;
}
