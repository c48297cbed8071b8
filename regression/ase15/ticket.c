/* A ticket lock: a thread takes the next number and waits until it is called.  The bug: the number
 * is taken in two steps. */
#include <assert.h>
#include <pthread.h>

static unsigned next_ticket = 0, called = 0;
static int inside = 0; /* written in the critical section only */

static void *enter(void *arg) {
	int me = (int)(long)arg;
#ifdef BUG
	unsigned mine = next_ticket++;
#else
	unsigned mine = __sync_fetch_and_add(&next_ticket, 1);
#endif
	while (called != mine)
		;
	inside = me;
	assert(inside == me);
	called++;
	return NULL;
}

int main(void) {
	pthread_t t1, t2;
	pthread_create(&t1, NULL, enter, (void *)0);
	pthread_create(&t2, NULL, enter, (void *)1);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
