/* Two threads access x under one mutex, so that the search comes to switch at the mutex only.  A
 * third one does, too, or (LATE) at last writes x without the mutex: then x changes between two
 * reads in a critical section, which no search with switches at the mutex alone shows. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *update(void *unused) {
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&mutex);
		int before = x;
		x = before + 1;
		assert(x == before + 1);
		pthread_mutex_unlock(&mutex);
	}
	return unused;
}

static void *set(void *unused) {
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&mutex);
		y++;
		pthread_mutex_unlock(&mutex);
	}
#ifndef LATE
	pthread_mutex_lock(&mutex);
#endif
	x = 100;
#ifndef LATE
	pthread_mutex_unlock(&mutex);
#endif
	return unused;
}

int main(void) {
	pthread_t a, b, c;
	pthread_create(&a, NULL, update, NULL);
	pthread_create(&b, NULL, update, NULL);
	pthread_create(&c, NULL, set, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	assert(x >= 6);
	return 0;
}
