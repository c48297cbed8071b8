/* --atomicity-check: what a statement reads in units is what it was read from. */
#include <pthread.h>

static struct {
	unsigned count : 3, other : 5;
} bits;
static unsigned __int128 wide;

static void *add(void *unused) {
	CHANGE;
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, NULL, add, NULL);
	bits.count++;
	wide++;
	pthread_join(thread, NULL);
	return 0;
}
