/* A sequence lock: the writer makes the number odd, writes, and makes it even again; a reader that
 * finds it odd, or changed after it has read, has read nothing.  The first thread writes ROUNDS
 * inputs, but none that is 0; the others make ROUNDS attempts to read.  With BUG, a reader does not
 * look again. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif

#define LOAD(word)         __atomic_load_n(&(word), __ATOMIC_SEQ_CST)
#define STORE(word, value) __atomic_store_n(&(word), (value), __ATOMIC_SEQ_CST)

int __VERIFIER_nondet_int(void);

static int sequence;
static int data, copy;

static void *writer(void *arg) {
	for (int i = 0; i < ROUNDS; i++) {
		int value = __VERIFIER_nondet_int();
		if (value == 0)
			continue;
		__sync_fetch_and_add(&sequence, 1);
		STORE(data, value);
		STORE(copy, value);
		__sync_fetch_and_add(&sequence, 1);
	}
	return arg;
}

static bool try_read(int *first, int *second) {
	int before = LOAD(sequence);
	if (before % 2)
		return false;
	*first = LOAD(data);
	*second = LOAD(copy);
#ifdef BUG
	return true;
#else
	return LOAD(sequence) == before;
#endif
}

static void *reader(void *arg) {
	int first, second;
	for (int i = 0; i < ROUNDS; i++)
		if (try_read(&first, &second))
			assert(first == second);
	return arg;
}

int main(void) {
	pthread_t thread[THREADS];
	pthread_create(&thread[0], NULL, writer, NULL);
	for (int i = 1; i < THREADS; i++)
		pthread_create(&thread[i], NULL, reader, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
