/* memcpy reads all that it copies and writes all of where it goes. */
#include <pthread.h>
#include <string.h>

static char from[8], to[8];

static void *run(void *unused) {
	memcpy(to, from, 4);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	PLACE = 1;
	pthread_join(t, NULL);
}
