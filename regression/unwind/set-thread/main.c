/* Both threads run the same loop: one bound is for one of them. */
#include <assert.h>
#include <pthread.h>

static int rounds[2];

static void *count(void *arg)
{
	int *n = arg;
	for (int i = 0; i < (n == rounds ? 2 : 4); i++)
		++*n;
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, count, &rounds[0]);
	pthread_create(&b, NULL, count, &rounds[1]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(rounds[0] + rounds[1] == 6);
}
