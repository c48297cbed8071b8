/* Cause: set_far writes place (20) without m, which check holds from its write (11) to its read (12). */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int place;

static void *check(void *unused) {
	pthread_mutex_lock(&m);
	/* the place is to be what was just written */
	place = 3;
	assert(place == 3);
	pthread_mutex_unlock(&m);
	return unused;
}

static void *set_far(void *unused) {
	/* not under m */

	place = 100;
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, check, NULL);
	pthread_create(&b, NULL, set_far, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
