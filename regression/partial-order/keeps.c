/* A section that its thread may leave without a release, however near its end is. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *run(void *none)
{
	pthread_mutex_lock(&m);
	x++;
	if (KEEPS)
		return none;
	pthread_mutex_unlock(&m);
	return none;
}

int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], NULL, run, NULL);
	pthread_create(&t[1], NULL, run, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
