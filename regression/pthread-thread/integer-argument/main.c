/* A number that is passed as a pointer comes back as the same number. */
#include <assert.h>
#include <pthread.h>

static void *run(void *argument) {
	return (void *)((long)argument + 1);
}

int main(void) {
	pthread_t t[2];
	void *result;
	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, (void *)i);
	for (long i = 0; i < 2; i++) {
		pthread_join(t[i], &result);
		assert((long)result == i + STEP);
	}
}
