/* Functions without a body: a proof names those that are called in some state of the invariant, by
 * name (0), through a pointer (1), as the start of a thread (2), one that does not return (3), by main
 * before any thread (4), by a program without threads (5), and none that is not called (6). */
#include "any.h"

extern void effect(void);
extern void *start(void *);
extern void die(void) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
static void (*by_pointer)(void) = effect;
static int never;
static atomic_int flag;

static void *worker(void *arg) {
#if CALL == 0
	effect();
#elif CALL == 1
	by_pointer();
#elif CALL == 3
	if (__VERIFIER_nondet_int())
		die();
#elif CALL == 6
	if (never)
		effect();
#endif
#ifdef BUG
	flag = 1;
#endif
	return arg;
}

int main(void) {
	pthread_t t;
#if CALL == 4
	effect();
#endif
	while (more()) {
#if CALL == 2
		pthread_create(&t, NULL, start, NULL);
		worker(NULL);
#elif CALL == 5
		effect();
		worker(NULL);
#else
		pthread_create(&t, NULL, worker, NULL);
#endif
		assert(flag == 0);
	}
}
