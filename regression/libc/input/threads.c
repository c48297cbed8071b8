/* Each thread reads so often. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int packets;

static void *receive(void *arg) {
	char byte;
	(void)arg;
	while (read(0, &byte, 1) == 1)
		packets++;
	return NULL;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, NULL, receive, NULL);
	receive(NULL);
	pthread_join(thread, NULL);
	assert(packets < MOST);
	return 0;
}
