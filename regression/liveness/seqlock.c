/* A reader of a sequence lock tries again while the number is odd or has changed; BUG: the writer
 * leaves it odd. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int x, y;

static void *writer(void *unused) {
	sequence++;
	x = 1;
	y = 1;
#ifndef BUG
	sequence++;
#endif
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	unsigned begin;
	int a, b;
	do {
		begin = sequence;
		a = x;
		b = y;
	} while (begin % 2 || begin != sequence);
	pthread_join(t, 0);
	return a - b;
}
