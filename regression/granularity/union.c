/* A union is copied word by word, as a structure of the same bytes. */
#include <assert.h>
#include <pthread.h>

typedef KIND {
	struct {
		long key, copy;
	} pair;
	char bytes[sizeof(long) * SIZE];
} both;

static both shared;

static void *write(void *unused) {
	both mine = {{7, 7}};
	shared = mine;
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, NULL, write, NULL);
	both seen = shared;
	assert(seen.pair.key == CLAIM);
	pthread_join(thread, NULL);
	assert(shared.pair.copy == 7);
	return 0;
}
