/* A word is read while another thread stores two of its bytes. */
#include <assert.h>
#include <pthread.h>

static union {
	unsigned word;
	unsigned char byte[4];
} u;

static void *store(void *unused) {
	u.byte[0] = 1;
	u.byte[2] = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, store, NULL);
	unsigned word = u.word;
	assert(CONDITION);
	pthread_join(t, NULL);
	return 0;
}
