/* The index is bounded by a test, not by its own operations, and not at all with -DBUG. */
#include <assert.h>
#include <pthread.h>

int nondet_int(void);

static pthread_mutex_t lock[6];
static int count[6];

static void *work(void *p) {
	int i = nondet_int();
#ifdef BUG
	if (i < 0 || i > 6)
#else
	if (i < 0 || i > 5)
#endif
		return p;
	pthread_mutex_lock(&lock[i]);
	count[i]++;
	pthread_mutex_unlock(&lock[i]);
	return p;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	int sum = 0;
	for (int i = 0; i < 6; i++)
		sum += count[i];
	assert(sum <= 2);
	return 0;
}
