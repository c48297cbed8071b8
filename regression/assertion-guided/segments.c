/* Independent segments, in each of which a read and a write change places: 2 to the power of
 * SEGMENTS orders, all of them safe for the same reasons. */
#include <assert.h>
#include <pthread.h>

#ifndef SEGMENTS
#define SEGMENTS 8
#endif
#ifndef LIMIT
#define LIMIT 10
#endif

static int shared[SEGMENTS], seen[SEGMENTS];

static void *reader(void *unused) {
	for (int i = 0; i < SEGMENTS; i++)
		seen[i] = shared[i];
	return NULL;
}

static void *writer(void *unused) {
	for (int i = 0; i < SEGMENTS; i++)
		shared[i] = 10;
	return NULL;
}

int main(void) {
	pthread_t t1, t2;
	pthread_create(&t1, NULL, reader, NULL);
	pthread_create(&t2, NULL, writer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	for (int i = 0; i < SEGMENTS; i++)
		assert(seen[i] <= LIMIT);
	return 0;
}
