/* A bound that was given ends the search.  Without one, the orders of accesses, and the values that
 * they lead to, are far more than can be looked at; within 2 switches they are few.  BAD=1039 is the
 * value of six rounds of the first thread alone, 61262833 that of sixteen. */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 6
#endif

static unsigned a = 1, b = 7, c = 9;

static void *first(void *arg)
{
	for (int i = 0; i < ROUNDS; i++)
		a = a * 3 ^ b;
	return arg;
}

static void *second(void *arg)
{
	for (int i = 0; i < ROUNDS; i++)
		b = b * 5 ^ c;
	return arg;
}

static void *third(void *arg)
{
	for (int i = 0; i < ROUNDS; i++)
		c = c * 7 ^ a;
	return arg;
}

int main(void)
{
	pthread_t x, y, z;
	pthread_create(&x, NULL, first, NULL);
	pthread_create(&y, NULL, second, NULL);
	pthread_create(&z, NULL, third, NULL);
	pthread_join(x, NULL);
	pthread_join(y, NULL);
	pthread_join(z, NULL);
	assert(a != BAD);
}
