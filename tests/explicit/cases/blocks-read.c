// expect: safe
#include <pthread.h>
#include <string.h>

int from = 3, to, other;

static void *run(void *argument) {
	memcpy(&to, &from, sizeof to);
	return argument;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	memcpy(&other, &from, sizeof other);
	pthread_join(t, NULL);
	return 0;
}
