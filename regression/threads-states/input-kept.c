/* Two paths come to the same memory, with different assumptions about an input that is in it.
 * One of them would be left out if the assumptions were. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

int value, other, seen;

static void *run(void *none)
{
	(void)none;
	other = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;
	int x = __VERIFIER_nondet_int();
	pthread_create(&t, NULL, run, NULL);
	value = x;
	if (x <= 5)
		seen = other;
	else
		seen = other;
	if (!seen && other)
		assert(HOLDS);
	pthread_join(t, NULL);
	return 0;
}
