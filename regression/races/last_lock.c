/* Main writes before its lock, the other thread within: who gets the lock and keeps it leaves no
 * schedule in which the other write follows, but one in which it comes first. */
#include <pthread.h>

static short a[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused) {
	pthread_mutex_lock(&m);
	a[1] += 1;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	a[INDEX] -= 1;
	pthread_mutex_lock(&m);
	UNLOCK;
}
