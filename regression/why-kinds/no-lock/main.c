/* Cause: main reads total (19) without m, which T1 holds when it writes it (8). */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
	pthread_mutex_lock(&m);
	total += 5;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	int seen;
	pthread_create(&t, NULL, add, NULL);
	/* not under m */

	seen = total;
	pthread_join(t, NULL);
	return seen > 5;
}
