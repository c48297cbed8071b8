/* Two threads add different numbers to x, without a lock.  An addition commutes with another one
 * only as a whole: if both have read 0, the store that comes last decides. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *one(void *unused) {
	x += 1;
	return unused;
}

static void *two(void *unused) {
	x += 2;
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(x != LAST);
	return 0;
}
