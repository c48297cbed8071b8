/* An attempt that fails leaves its mark in a register, which the next one may not overwrite before it
 * finds another value: then 'failed' is 1 although it began as 0. */
#include <assert.h>
#include <pthread.h>

int x;

static int exchange(int *p, int expected, int desired)
{
	int seen, failed = 0;
	__asm__ volatile("1:	ldxr	%w0, %2\n"
#ifndef BUG
	                 "	mov	%w1, #0\n"
#endif
	                 "	cmp	%w0, %w3\n"
	                 "	b.ne	2f\n"
	                 "	stxr	%w1, %w4, %2\n"
	                 "	cbnz	%w1, 1b\n"
	                 "2:"
	                 : "=&r"(seen), "+&r"(failed), "+Q"(*p)
	                 : "r"(expected), "r"(desired)
	                 : "memory", "cc");
	return failed;
}

static void *other(void *argument)
{
	x = 7;
	return argument;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	assert(exchange(&x, 0, 1) == 0);
	pthread_join(t, 0);
	return 0;
}
