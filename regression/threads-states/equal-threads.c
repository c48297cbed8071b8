/* Threads that run the same function are interchangeable as long as nobody remembers which is
 * which: how many of them are at an instruction makes a state, not which. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int users = 1, stopping, stopped;

static int enter(void) {
	__VERIFIER_atomic_begin();
	int may_enter = !stopping;
	users += may_enter;
	__VERIFIER_atomic_end();
	return may_enter;
}

static void leave(void) {
	__VERIFIER_atomic_begin();
	if (--users == 0)
		stopped = 1;
	__VERIFIER_atomic_end();
}

static void *use(void *unused) {
#ifdef LATE
	int may_enter = !stopping;
	if (may_enter)
		enter();
#else
	int may_enter = enter();
#endif
	if (may_enter) {
		assert(!stopped);
		leave();
	}
	return unused;
}

static void *stop(void *unused) {
	stopping = 1;
	leave();
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, stop, NULL);
	for (int i = 0; i < 5; i++)
		pthread_create(&t, NULL, use, NULL);
	return 0;
}
