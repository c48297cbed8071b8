/* The same for a variable on main's stack that the thread was given. */
#include <pthread.h>

static void *writer(void *cell) {
	*(int *)cell = 1;
	return NULL;
}

int main(int argc, char **argv) {
	int cell = 0;
	pthread_t thread;
	(void)argc, (void)argv;
	pthread_create(&thread, NULL, writer, &cell);
	(void)LOOKS;
	pthread_join(thread, NULL);
	return 0;
}
