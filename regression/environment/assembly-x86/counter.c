/* Two threads count; the counter is right if the addition is locked. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
#define LOCK ""
#else
#define LOCK "lock; "
#endif

int counter;

static void *count(void *argument)
{
	(void)argument;
	__asm__ volatile(LOCK "addl %1, %0" : "+m"(counter) : "ir"(2) : "memory", "cc");
	__asm__ volatile(LOCK "incl %0" : "+m"(counter) : : "memory", "cc");
	return 0;
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
