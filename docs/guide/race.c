/* Two threads count visitors.  -DFIXED: with a lock around the counter. */
#include <assert.h>
#include <pthread.h>

static int visitors;
static pthread_mutex_t counter = PTHREAD_MUTEX_INITIALIZER;

static void *door(void *unused)
{
#ifdef FIXED
	pthread_mutex_lock(&counter);
#endif
	visitors++;
#ifdef FIXED
	pthread_mutex_unlock(&counter);
#endif
	return unused;
}

int main(void)
{
	pthread_t front, back;
	pthread_create(&front, NULL, door, NULL);
	pthread_create(&back, NULL, door, NULL);
	pthread_join(front, NULL);
	pthread_join(back, NULL);
	assert(visitors == 2);
	return 0;
}
