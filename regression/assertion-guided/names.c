/* The second state at the same locations has made one choice more, and its value is constrained.  The
 * next input is arbitrary all the same, although the first state had no more choices when it read
 * one. */
#include <assert.h>
#include <pthread.h>

#ifndef LIMIT
#define LIMIT 5
#endif

int nondet_int(void);

static int flag, count, limit = 5;

static void *reader(void *unused) {
	if (flag) {
		int extra = nondet_int();
		if (extra != 0)
			return NULL;
		limit = LIMIT;
	}
	count = 1;
	int n = nondet_int();
	if (n >= 0 && n <= 5)
		assert(n <= limit);
	return NULL;
}

static void *chooser(void *unused) {
	flag = 1;
	count = 2;
	return NULL;
}

int main(void) {
	pthread_t t1, t2;
	pthread_create(&t1, NULL, reader, NULL);
	pthread_create(&t2, NULL, chooser, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
