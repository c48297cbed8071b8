/* Nothing depends on the values of 'hits', unless the last assertion looks at them. */
#include <assert.h>
#include <pthread.h>

static int x, hits;

static void *set(void *arg) {
	hits++;
	x = 1;
	hits++;
	return arg;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, set, 0);
	pthread_create(&b, 0, set, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x == 1);
#ifdef LOOK
	assert(hits == 4);
#endif
	return 0;
}
