/* Threads add to a counter and take away from it within sections of a mutex, some of them only
 * perhaps: no addition is lost. */
#include <assert.h>
#include <pthread.h>

enum { THREADS = 8 };

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int count = 10, chosen;

static void *up(void *p) {
	pthread_mutex_lock(&m);
	int old = count;
	if (SPLIT) {
		pthread_mutex_unlock(&m);
		pthread_mutex_lock(&m);
	}
	count = old + 1;
	pthread_mutex_unlock(&m);
	return p;
}

static void *down(void *p) {
	pthread_mutex_lock(&OTHER);
	if (chosen)
		count--;
	pthread_mutex_unlock(&OTHER);
	return p;
}

int __VERIFIER_nondet_int(void);

int main(void) {
	pthread_t t[THREADS], s;
	chosen = __VERIFIER_nondet_int() != 0;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], 0, up, 0);
	pthread_create(&s, 0, down, 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], 0);
	pthread_join(s, 0);
	assert(count == 10 + THREADS - chosen);
}
