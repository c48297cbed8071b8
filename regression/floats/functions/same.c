/* Two calls with one argument have one value, whoever makes them. */
#include <assert.h>
#include <math.h>
#include <pthread.h>

double __VERIFIER_nondet_double(void);
double input, theirs;

void *other(void *unused)
{
	(void)unused;
	theirs = cos(input);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	input = __VERIFIER_nondet_double();
	if (!(input > -1000 && input < 1000))
		return 0;
	pthread_create(&thread, NULL, other, NULL);
#ifdef BUG
	double mine = sin(input);
#else
	double mine = cos(input);
#endif
	pthread_join(thread, NULL);
	assert(mine == theirs);
}
