/* A thread writes the same in a loop for ever, so that others never see it wait. */
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *work(void *unused) {
	assert(x == EXPECTED);
	return unused;
}

int main(void) {
	pthread_t t;
	int ends = 0;
	pthread_create(&t, NULL, work, NULL);
	do
		y = x;
	while (!ends);
}
