/* A lock with tickets that do not wrap around, for any number of threads.  BUG: two threads may
 * draw the same ticket. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static unsigned next, now;
static int inside;

static void *worker(void *unused) {
	__VERIFIER_atomic_begin();
	unsigned mine = next;
#ifdef BUG
	__VERIFIER_atomic_end();
	__VERIFIER_atomic_begin();
#endif
	if (mine < UINT_MAX)
		next = mine + 1;
	__VERIFIER_atomic_end();
	if (mine == UINT_MAX)
		return unused;
	while (now != mine)
		;
	inside = 1;
	assert(inside == 1);
	inside = 0;
	now = mine + 1;
	return unused;
}

int main(void) {
	pthread_t t;
	for (;;)
		pthread_create(&t, NULL, worker, NULL);
}
