/* Which of two objects comes first in memory is decided at the first comparison, for good, though
 * nothing in memory says so afterwards.  One thread writes meanwhile, so that states are compared. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int a, b, step, noise;

static void *disturb(void *unused) {
	noise = 1;
	step = noise + 2;
	return unused;
}

static int a_is_first(void) {
	return (uintptr_t)&a < (uintptr_t)&b;
}

int main(void) {
	static pthread_t thread;
	pthread_create(&thread, NULL, disturb, NULL);
	if (a_is_first()) {
		step = 1;
		step = 0;
	} else {
		step = 2;
		step = 0;
	}
	noise = 0;
#ifdef ALWAYS
	assert(a_is_first());
#elif defined(NEVER)
	assert(!a_is_first());
#else
	assert(a_is_first() == ((uintptr_t)&b > (uintptr_t)&a));
#endif
	pthread_join(thread, NULL);
	assert(step == 0 || step == 2 || step == 3);
	return 0;
}
