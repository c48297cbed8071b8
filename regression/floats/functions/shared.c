/* An argument that another thread writes: every strategy has the same values. */
#include <assert.h>
#include <math.h>
#include <pthread.h>

double base = 2;

void *writer(void *unused)
{
	(void)unused;
	base = 3;
	return NULL;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, writer, NULL);
	double cube = pow(base, 3);
#ifdef BUG
	assert(cube == 8);
#else
	assert(cube == 8 || cube == 27);
#endif
	pthread_join(thread, NULL);
}
