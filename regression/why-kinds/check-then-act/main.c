/* Cause: T's test of seats (11) no longer holds when it takes one (15): another thread has taken it. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int seats = 1;

static void *book(void *unused) {
	pthread_mutex_lock(&m);

	int is_free = seats > 0;
	pthread_mutex_unlock(&m);
	if (is_free) {
		pthread_mutex_lock(&m);
		seats--;
		pthread_mutex_unlock(&m);
	}
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, book, NULL);
	pthread_create(&b, NULL, book, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(seats >= 0);
	return 0;
}
