/* Load-acquire and store-release are atomic accesses; ldr and str are not. */
#include <assert.h>
#include <pthread.h>

int data, ready;

#ifdef BUG
#define STORE "str"
#else
#define STORE "stlr"
#endif

static void *produce(void *argument)
{
	data = 42;
	__asm__ volatile(STORE " %w1, %0" : "=Q"(ready) : "r"(1) : "memory");
	return argument;
}

int main(void)
{
	pthread_t other;
	int seen;
	pthread_create(&other, 0, produce, 0);
	__asm__ volatile("ldar %w0, %1" : "=r"(seen) : "Q"(ready) : "memory");
	if (seen)
		assert(data == 42);
	pthread_join(other, 0);
	return 0;
}
