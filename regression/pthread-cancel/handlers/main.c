/* Handlers run last first, those that were popped do not, and pop runs one if it is told to. */
#include <assert.h>
#include <pthread.h>

static int order;

static void handler(void *digit) {
	order = order * 10 + (int)(long)digit;
}

static void *run(void *argument) {
	pthread_cleanup_push(handler, (void *)1);
	pthread_cleanup_push(handler, (void *)2);
	pthread_cleanup_push(handler, (void *)3);
	pthread_cleanup_pop(1);
	pthread_cleanup_push(handler, (void *)4);
	pthread_cleanup_pop(0);
	if (EXIT)
		pthread_exit(NULL);
	pthread_cleanup_pop(0);
	pthread_cleanup_pop(0);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(order == ORDER);
}
