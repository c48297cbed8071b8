/* Two threads join the same one: undefined, even if both begin to wait before it ends. */
#include <pthread.h>

static pthread_t t;

static void *run(void *argument) {
	return NULL;
}

static void *joiner(void *argument) {
	if (BOTH)
		pthread_join(t, NULL);
	return NULL;
}

int main(void) {
	pthread_t u;
	pthread_create(&t, NULL, run, NULL);
	pthread_create(&u, NULL, joiner, NULL);
	pthread_join(u, NULL);
	pthread_join(t, NULL);
}
