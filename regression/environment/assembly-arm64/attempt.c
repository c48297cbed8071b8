/* One attempt: an exclusive store may fail although nobody interferes. */
#include <assert.h>

int x = 1;

static int attempt(int *p)
{
	int value, failed;
	__asm__ volatile("ldxr %w0, %2\n\tadd %w0, %w0, #1\n\tstxr %w1, %w0, %2" : "=&r"(value), "=&r"(failed), "+Q"(*p) : : "memory");
	return failed;
}

int main(void)
{
	int failed = attempt(&x);
#ifdef BUG
	assert(x == 2);
#else
	assert(x == (failed ? 1 : 2));
#endif
	return 0;
}
