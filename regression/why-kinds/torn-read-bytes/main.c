/* Cause: main reads the whole word (19) when T1 has written its first half (11) and not the other one (12). */
#include <assert.h>
#include <pthread.h>

static union {
	unsigned whole;
	unsigned short half[2];
} word;

static void *set(void *unused) {
	word.half[0] = 7;
	word.half[1] = 7;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, set, NULL);
	unsigned seen = word.whole;
	assert(seen % 65536 == seen / 65536);
	pthread_join(t, NULL);
	return 0;
}
