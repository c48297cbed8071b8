/* Cause: main reads level twice (15 and 16), and T1 changes it (8) in between. */
#include <assert.h>
#include <pthread.h>

static int level;

static void *raise(void *unused) {
	level = 3;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, raise, NULL);
	int first = level;
	assert(first == level);
	pthread_join(t, NULL);
	return 0;
}
