/* Threads that give way to each other until both have come; BUG: one of them leaves before the other
 * one has seen it. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int here[2];

static void *meet(void *p) {
	int me = p != 0;
	here[me] = 1;
	while (!here[1 - me])
		sched_yield();
#ifdef BUG
	here[me] = 0;
#endif
	return 0;
}

int main(void) {
	static int second;
	pthread_t t;
	pthread_create(&t, 0, meet, &second);
	meet(0);
	pthread_join(t, 0);
	return 0;
}
