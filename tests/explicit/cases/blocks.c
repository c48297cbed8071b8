// expect: race to contexts 1 preemptions 1
#include <pthread.h>
#include <string.h>

int from = 3, to;

static void *run(void *argument) {
	memcpy(&to, &from, sizeof to);
	return argument;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	memset(&to, 0, sizeof to);
	pthread_join(t, NULL);
	return 0;
}
