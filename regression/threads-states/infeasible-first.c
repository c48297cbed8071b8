/* A path that no input takes comes to a state first, and one that some do comes to it later.
 * What only the first has explored is not explored. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

int other, seen;

static void *run(void *none)
{
	(void)none;
	other = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	{
		int x = __VERIFIER_nondet_int();
		if (FIRST)
			seen = other;
		else
			seen = other;
		if (AGAIN)
			seen = other;
		else
			seen = other;
	}
	if (!seen)
		assert(HOLDS);
	pthread_join(t, NULL);
	return 0;
}
