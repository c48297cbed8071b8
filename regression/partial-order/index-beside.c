/* An element at an index that is reduced to the array, beside members of other sizes; and a number that depends on a comparison of
 * addresses, without being one. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static struct ring {
	int item[2];
	unsigned next;
	bool closed;
	void *last;
} ring;
static int mine;

static void *put(void *unused) {
	(void)unused;
	pthread_mutex_t *none = NULL;
	ring.item[ring.next++ % 2] = 1;
	ring.last = &mine;
	ring.closed = ring.last != (void *)none;
	return NULL;
}

int main(void) {
	pthread_t t;
	unsigned first;
	ring.next = first;
	pthread_create(&t, NULL, put, NULL);
	bool closed = ring.closed;
	assert(!closed || ring.item[FIRST % 2] == 1);
	pthread_join(t, NULL);
	assert(ring.closed);
	return 0;
}
