/* A flag says that the value is there; BUG: the flag is a plain variable. */
#include <pthread.h>
#include <stdatomic.h>

#ifdef BUG
static int flag;
#else
static atomic_int flag;
#endif
static int value;

static void *producer(void *arg) {
	(void)arg;
	value = 7;
	flag = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, producer, NULL);
	if (flag)
		value++;
	pthread_join(t, NULL);
}
