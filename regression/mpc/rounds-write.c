/* A round that counts is not one that only waits, although it leaves the registers as they were. */
#include <assert.h>
#include <pthread.h>

int flag, count;

static void *run(void *none)
{
	while (!flag && count < 3)
		count++;
	return none;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	flag = 1;
	pthread_join(t, NULL);
	assert(count <= MOST);
	return 0;
}
