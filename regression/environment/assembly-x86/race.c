/* A locked instruction is an atomic access, an exchange too; a move is not. */
#include <pthread.h>

int shared;

static void *add(void *argument)
{
	__asm__ volatile("lock; addl $1, %0" : "+m"(shared) : : "memory", "cc");
	return argument;
}

int main(void)
{
	pthread_t other;
	int value = 4;
	pthread_create(&other, 0, add, 0);
#ifdef BUG
	__asm__ volatile("movl %1, %0" : "=m"(shared) : "r"(value) : "memory");
#else
	__asm__ volatile("xchgl %1, %0" : "+m"(shared), "+r"(value) : : "memory");
#endif
	pthread_join(other, 0);
	return 0;
}
