/* More threads than a set of 64 tells apart, most of which have ended: the last two still come in every order. */
#include <assert.h>
#include <pthread.h>

static int a, b, y, z;

static void *idle(void *p) {
	return p;
}

static void *one(void *p) {
#ifdef BUG
	a = z;
	y = 1;
#else
	y = 1;
	a = z;
#endif
	return p;
}

static void *two(void *p) {
	z = 1;
	b = y;
	return p;
}

int main(void) {
	pthread_t t, u, v;
	for (int i = 0; i < 62; i++) {
		pthread_create(&t, 0, idle, 0);
		pthread_join(t, 0);
	}
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_create(&v, 0, idle, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	pthread_join(v, 0);
	assert(a || b);
	return 0;
}
