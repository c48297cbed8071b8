/* Each of two threads puts numbers into a table, in a loop over constants; how often it has to look
 * for a free entry depends on the other.  They want the same entries. */
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 7, SIZE = 32 };

static int table[SIZE];
static pthread_mutex_t lock[SIZE];

static _Bool put(int slot, int number) {
	pthread_mutex_lock(&lock[slot]);
	_Bool is_free = table[slot] == 0;
	if (is_free)
		table[slot] = number;
	pthread_mutex_unlock(&lock[slot]);
	return is_free;
}

static void *fill(void *arg) {
	int first = (int)(long)arg;
	for (int i = 0; i < ROUNDS; i++) {
		int slot = 2 * (first + i), tries = 1;
		for (; !put(slot, first + i + 1); slot++)
			tries++;
		assert(tries <= MOST || i < ROUNDS - 1);
	}
	return NULL;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, fill, (void *)0);
	pthread_create(&b, NULL, fill, (void *)1);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
