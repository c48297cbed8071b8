/* Something else than additions is written to a counter: its bounds are not those of the additions. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

int x;

static void *count(void *none)
{
	x++;
	x++;
	x++;
	return none;
}

static void *set(void *none)
{
	int value = __VERIFIER_nondet_int();
	if (value == 0 || value == MORE)
		x = value;
	return none;
}

int main(void)
{
	pthread_t t, s;
	pthread_create(&t, NULL, count, NULL);
	pthread_create(&s, NULL, set, NULL);
	pthread_join(t, NULL);
	pthread_join(s, NULL);
	assert(x <= 4);
	return 0;
}
