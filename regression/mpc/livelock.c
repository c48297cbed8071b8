// Two threads raise their flags and wait until the other one's is down: if both do so, neither goes
// on, and runs go round in circles.  BUG: one of them does not look at the other flag.
#include <assert.h>
#include <pthread.h>

static _Atomic(int) flag[2];
static int inside;

static void enter(int me) {
	flag[me] = 1;
	int other, mine;
	do {
		other = flag[!me];
		mine = flag[me];
#ifdef BUG
	} while (other && mine && me == 0);
#else
	} while (other && mine);
#endif
	inside++;
	assert(inside == 1);
	inside--;
	flag[me] = 0;
}

static void *first(void *arg) {
	enter(0);
	return arg;
}

static void *second(void *arg) {
	enter(1);
	return arg;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
