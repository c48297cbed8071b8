/* An array of identifiers that a loop joins, and that is read elsewhere, too: which thread is where counts. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

#ifndef FIRST
#define FIRST 0
#endif

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int ended;

static void *run(void *none)
{
	(void)none;
	pthread_mutex_lock(&m);
	ended++;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t id[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, run, NULL);
	if (__VERIFIER_nondet_int()) {
		pthread_join(id[FIRST], NULL);
		pthread_mutex_lock(&m);
		assert(ended >= LEAST);
		pthread_mutex_unlock(&m);
		return 0;
	}
	for (int k = 0; k < 2; k++)
		pthread_join(id[k], NULL);
	assert(ended == 2);
	return 0;
}
