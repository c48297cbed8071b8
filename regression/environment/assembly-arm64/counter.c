/* Two threads count; the counter is right if load and store are exclusive. */
#include <assert.h>
#include <pthread.h>

#include "arm64.h"

int counter;

static void *count(void *argument)
{
#ifdef BUG
	int value;
	__asm__ volatile("ldr %w0, %1\n\tadd %w0, %w0, #2\n\tstr %w0, %1" : "=&r"(value), "+Q"(counter) : : "memory");
#else
	fetch_add(&counter, 2);
#endif
	__asm__ volatile(".arch_extension lse\n\tstadd %w1, %0" : "+Q"(counter) : "r"(1) : "memory");
	return argument;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, count, 0);
	pthread_create(&b, 0, count, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter == 6);
	return 0;
}
