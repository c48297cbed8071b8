/* Two threads take turns; BUG: one of them hands over to itself. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *second(void *unused) {
	for (int i = 0; i < 2; i++) {
		while (turn != 1)
			;
#ifdef BUG
		turn = i;
#else
		turn = 0;
#endif
	}
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, second, 0);
	for (int i = 0; i < 2; i++) {
		while (turn != 0)
			;
		turn = 1;
	}
	while (turn != 0)
		;
	pthread_join(t, 0);
	return 0;
}
