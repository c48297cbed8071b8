/* The value of a read that nobody uses is a read all the same; an address is not. */
#include <pthread.h>

static int shared;

static void *writer(void *unused) {
	shared = 1;
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, NULL, writer, NULL);
	(void)LOOKS;
	pthread_join(thread, NULL);
	return 0;
}
