/* A lock that is a byte, exchanged until it was free. */
#include <assert.h>
#include <pthread.h>

#include "arm64.h"

unsigned char lock;
int balance;

static void acquire(void)
{
	while (swap8(&lock, 1))
		relax();
}

static void release(void)
{
	__asm__ volatile("" ::: "memory");
	swap8(&lock, 0);
}

static void *pay(void *argument)
{
#ifndef BUG
	acquire();
#endif
	balance = balance + 1;
	release();
	return argument;
}

int main(void)
{
	pthread_t other;
	pthread_create(&other, 0, pay, 0);
	pay(&other);
	pthread_join(other, 0);
	assert(balance == 2);
	return 0;
}
