/* The index is atomic, and no other thread writes it: its load is no access that others notice, but
 * under C11 it has a place in the order of what is sequentially consistent. */
#include <pthread.h>
#include <stdatomic.h>

#ifdef RACE
#define WRITTEN 0
#else
#define WRITTEN 1
#endif

static int ring[2];
static atomic_uint head, tail;

static void *producer(void *p) {
	head++;
	ring[WRITTEN] = 1;
	return p;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, producer, 0);
	if (head) {
		int value = ring[tail & 1];
		(void)value;
	}
	pthread_join(t, 0);
	return 0;
}
