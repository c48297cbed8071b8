/* An initialiser that others wait for by spinning; BUG: it gives up without saying so. */
#include <pthread.h>
#include <stdatomic.h>

enum { NEW, RUNNING, DONE };
static atomic_int state;
extern _Bool __VERIFIER_nondet_bool(void);

static void *once(void *unused) {
	int expected = NEW;
	if (atomic_compare_exchange_strong(&state, &expected, RUNNING)) {
#ifdef BUG
		if (__VERIFIER_nondet_bool())
			return unused;
#endif
		state = DONE;
	}
	while (state != DONE)
		;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, once, 0);
	once(0);
	pthread_join(t, 0);
	return 0;
}
