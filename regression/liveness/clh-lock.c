/* Craig's, Landin's and Hagersten's lock: a thread spins on the node of the one before it.  BUG: it
 * releases that node instead of its own. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy[3]; /* nodes; the last one is free from the beginning */
static atomic_int tail = 2;

static void *worker(void *p) {
	int mine = p != 0;
	busy[mine] = 1;
	int before = atomic_exchange(&tail, mine);
	while (busy[before])
		;
#ifdef BUG
	busy[before] = 0;
#else
	busy[mine] = 0;
#endif
	return 0;
}

int main(void) {
	static int second;
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, &second);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
