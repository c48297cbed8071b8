/* memset over half of a word, and a store to all of it by another thread. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static unsigned word;

static void *fill(void *unused) {
	memset(&word, 0xab, 2);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, fill, NULL);
	word = 0x11111111;
	pthread_join(t, NULL);
	assert(CONDITION);
	return 0;
}
