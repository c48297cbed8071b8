/* Two threads count under one mutex.  Each critical section is one step, which finds the mutex free
 * and leaves it free, and additions commute, so one schedule is enough however many rounds there
 * are.  Not so if a section does something else with x (OTHER), if somebody looks at x in between
 * (LOOK), or if one thread does without the mutex (BARE). */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 1000
#endif
#ifndef OTHER
#define OTHER x++
#endif
#ifndef LEAST
#define LEAST (2 * N)
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *count(void *unused) {
	for (int i = 0; i < N; i++) {
		pthread_mutex_lock(&mutex);
		x++;
		pthread_mutex_unlock(&mutex);
	}
	return unused;
}

static void *other(void *unused) {
	for (int i = 0; i < N; i++) {
#ifndef BARE
		pthread_mutex_lock(&mutex);
#endif
		OTHER;
#ifndef BARE
		pthread_mutex_unlock(&mutex);
#endif
	}
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, other, NULL);
#ifdef LOOK
	pthread_mutex_lock(&mutex);
	assert(x != LOOK);
	pthread_mutex_unlock(&mutex);
#endif
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(x >= LEAST);
	return 0;
}
