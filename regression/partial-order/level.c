/* A stack of which one thread pushes and another pops, each in critical sections of one mutex, many
 * times.  That it never overflows follows from how often the one pushes, that it never underflows
 * from the branch in the other, and neither from the order of the sections. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifndef ROUNDS
#define ROUNDS 120
#endif
#ifndef LEAST
#define LEAST 1
#endif

static unsigned stack[120];
static int top;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *arg) {
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&m);
		assert(top != 120);
		stack[top] = __VERIFIER_nondet_uint() % 7;
		top++;
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *pop(void *arg) {
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&m);
		if (top >= LEAST) {
			top--;
			assert(stack[top] < 7);
		}
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, push, NULL);
	pthread_create(&b, NULL, pop, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
