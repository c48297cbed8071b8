/* Cause: T1 reads x (9) before and y (10) after main changes them (17, 18). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *look(void *unused) {
	int a = x;
	int b = y;
	assert(a == b);
	return unused;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, look, NULL);
	x = 1;
	y = 1;
	pthread_join(t, NULL);
	return 0;
}
