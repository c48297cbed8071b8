/* Three locks, of which each thread takes two: in a circle, or in one order. */
#include <pthread.h>

static pthread_mutex_t lock[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                  PTHREAD_MUTEX_INITIALIZER};

static void take(int outer, int inner) {
	pthread_mutex_lock(&lock[outer]);
	pthread_mutex_lock(&lock[inner]);
	pthread_mutex_unlock(&lock[inner]);
	pthread_mutex_unlock(&lock[outer]);
}

static void *first(void *unused) {
	take(0, 1);
	return unused;
}

static void *second(void *unused) {
	take(1, 2);
	return unused;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, first, NULL);
	pthread_join(s, NULL);
	pthread_create(&t, NULL, second, NULL);
	pthread_join(t, NULL);
	take(OUTER, INNER);
}
