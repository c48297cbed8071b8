/* Whether an atomic section accesses 'x' depends on an array that main has filled at an arbitrary
 * index, and on who the thread is. */
#include <pthread.h>

int more(void);
unsigned index_of(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, key[4000];

static void *writer(void *arg) {
	pthread_t me = pthread_self();
	__VERIFIER_atomic_begin();
	if (key[0] == 5 && me == pthread_self())
		x = 1;
	__VERIFIER_atomic_end();
	return arg;
}

static void *reader(void *arg) {
#ifdef BUG
	return x == 7 ? NULL : arg;
#else
	int y;
	__VERIFIER_atomic_begin();
	y = x;
	__VERIFIER_atomic_end();
	return y == 7 ? NULL : arg;
#endif
}

int main(void) {
	pthread_t t;
	key[index_of() % 4000] = 5;
	while (more()) {
		pthread_create(&t, NULL, writer, NULL);
		pthread_create(&t, NULL, reader, NULL);
	}
}
