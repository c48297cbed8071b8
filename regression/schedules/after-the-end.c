/* The threads run one after the other, the last one first: each switch but the last is away from a
 * thread that has ended, with a choice of where to go on.  ESBMC counts only the first one, which
 * is away from main. */
#include <assert.h>
#include <pthread.h>

static int order;

static void *append(void *digit)
{
	order = 10 * order + *(int *)digit;
	return NULL;
}

int main(void)
{
	static int digit[] = {1, 2, 3};
	pthread_t t[3];
	pthread_create(&t[0], NULL, append, &digit[0]);
	pthread_create(&t[1], NULL, append, &digit[1]);
	pthread_create(&t[2], NULL, append, &digit[2]);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	pthread_join(t[2], NULL);
	assert(order != 321);
}
