/* Cause: hits is written (8) under the read lock (7). */
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int hits, table[2];
static void *lookup(void *unused) {
	pthread_rwlock_rdlock(&l);
	hits += table[0] == 0;
	pthread_rwlock_unlock(&l);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, lookup, NULL);
	pthread_create(&b, NULL, lookup, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return hits != 2;
}
