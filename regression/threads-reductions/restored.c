/* A thread sets a flag and restores it under a mutex; another one looks at it.  Under the mutex
 * (LOCKED) it never sees the flag set, and the sections of the two are independent: each leaves the
 * flag and the mutex as they were.  Otherwise a switch inside the section shows it.  TRY looks at
 * the mutex itself: an attempt to lock it fails only between the two operations of the section, so
 * there has to be a switch before the mutex is released. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 1000
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void *set(void *unused) {
	for (int i = 0; i < N; i++) {
		pthread_mutex_lock(&mutex);
		flag = !flag;
		flag = !flag;
		pthread_mutex_unlock(&mutex);
	}
	return unused;
}

static void *look(void *unused) {
	for (int i = 0; i < N; i++) {
#if defined TRY
		int error = pthread_mutex_trylock(&mutex);
		assert(!error || TRY);
		if (!error)
			pthread_mutex_unlock(&mutex);
#elif defined LOCKED
		pthread_mutex_lock(&mutex);
		assert(!flag);
		pthread_mutex_unlock(&mutex);
#else
		assert(!flag);
#endif
	}
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, set, NULL);
	pthread_create(&b, NULL, look, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
