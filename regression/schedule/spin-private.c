/* A thread that goes round for ever, with nothing that others could see, does not stop others. */
#include <assert.h>
#include <pthread.h>

static _Atomic int never;
static int x;

static void *work(void *unused) {
	x++;
	assert(x == EXPECTED);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	while (!never)
		;
}
