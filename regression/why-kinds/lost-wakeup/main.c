/* Cause: the broadcast (20) comes between the test (11) and the wait (12): ready is set (19) without m. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *guest(void *unused) {
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return unused;
}
int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, guest, NULL);
	ready = 1;
	pthread_cond_broadcast(&c);
	pthread_join(a, NULL);
	return 0;
}
