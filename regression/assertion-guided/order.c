/* Two writes and two reads of one variable: six orders, and in each of them a has another value or b
 * has.  Those that reach the same locations are safe for the same reason. */
#include <assert.h>
#include <pthread.h>

#ifndef LIMIT
#define LIMIT 10
#endif

int nondet_int(void);

static int x;

static void *writer(void *unused) {
	x = 10;
	x = 20;
	return NULL;
}

static void *reader(void *unused) {
	int a = x, b = x;
	assert(a <= b);
	return NULL;
}

int main(void) {
	pthread_t t1, t2;
	x = nondet_int();
	if (x > LIMIT)
		return 0;
	pthread_create(&t1, NULL, writer, NULL);
	pthread_create(&t2, NULL, reader, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
