/* Threads put values into a table, each into the next slot that is free, under the lock of the slot.
 * The assertion is about where each begins: neither the locks nor the search for a slot matter, only
 * which values of the argument a thread may find.  main changes that while threads start. */
#include <assert.h>
#include <pthread.h>

#define SLOTS   16
#define THREADS 6

static int table[SLOTS];
static pthread_mutex_t lock[SLOTS];

static int put(int slot, int value) {
	int done = 0;
	pthread_mutex_lock(&lock[slot]);
	if (!table[slot]) {
		table[slot] = value;
		done = 1;
	}
	pthread_mutex_unlock(&lock[slot]);
	return done;
}

static void *run(void *argument) {
	int first = *(int *)argument, n = 0, slot;
	for (;;) {
		if (n++ == 2)
			pthread_exit(NULL);
		slot = (first + n) * 3 % SLOTS;
		assert(slot != BAD);
		while (!put(slot, first + 1))
			slot = (slot + 1) % SLOTS;
	}
}

int main(void) {
	pthread_t t[THREADS];
	int argument;
	for (int i = 0; i < SLOTS; i++)
		pthread_mutex_init(&lock[i], NULL);
	for (int i = 0; i < THREADS; i++) {
		argument = i;
		pthread_create(&t[i], NULL, run, &argument);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
