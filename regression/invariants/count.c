/* Each of ten threads adds one to a number, without a lock: it never exceeds ten, since so many
 * threads have not added theirs yet.  BUG: there is one thread more. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
enum { WORKERS = 11 };
#else
enum { WORKERS = 10 };
#endif

static int number;

static void *worker(void *unused) {
	int seen = number;
	number = seen + 1;
	return unused;
}

static void *reader(void *unused) {
	assert(number <= 10);
	return unused;
}

int main(void) {
	pthread_t r, w;
	pthread_create(&r, NULL, reader, NULL);
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&w, NULL, worker, NULL);
}
