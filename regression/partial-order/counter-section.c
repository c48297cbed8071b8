/* A thread reads the counter in the section in which it has incremented it, and does not get past
 * the section: its own increment counts. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int counter;

static void *increment(void *arg) {
	__VERIFIER_atomic_begin();
	counter++;
	assert(counter <= MOST);
	__VERIFIER_atomic_end();
	return arg;
}

int main(void) {
	pthread_t t[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], 0, increment, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
}
