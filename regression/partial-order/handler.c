/* A handler of a signal interrupts main; no event stands for that. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t n;
static int x;

static void handle(int number) {
	n = 1;
}

static void *store(void *unused) {
	x = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	signal(SIGUSR1, handle);
	pthread_create(&t, NULL, store, NULL);
	raise(SIGUSR1);
	pthread_join(t, NULL);
	assert(x == EXPECTED && n == 1);
	return 0;
}
