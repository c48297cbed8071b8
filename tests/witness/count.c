/* Each of three threads adds one to a number without a lock: it is at most three, since so many
 * threads have not added theirs yet. */
#include <pthread.h>
extern void reach_error(void);
static int number;

static void *worker(void *unused) {
	int seen = number;
	number = seen + 1;
	return unused;
}

static void *reader(void *unused) {
	if (number > 3)
		reach_error();
	return unused;
}

int main(void) {
	pthread_t r, w;
	pthread_create(&r, 0, reader, 0);
	for (int i = 0; i < 3; i++)
		pthread_create(&w, 0, worker, 0);
	return 0;
}
