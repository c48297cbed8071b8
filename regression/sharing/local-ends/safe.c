/* A thread that nobody waits for may use a variable that has ended. */
#include <pthread.h>

static void *use(void *argument) {
	return *(int *)argument ? argument : 0;
}

static void start(void) {
	pthread_t id;
	int x = 1;
	pthread_create(&id, 0, use, &x);
	pthread_join(id, 0);
}

int main(void) {
	start();
	return 0;
}
