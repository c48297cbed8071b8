/* Leaks of memory have no events, so another strategy proves this; not with strategy 1, which never
 * says that there is no error. */
#include <pthread.h>

static void *run(void *argument) {
	return argument;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
