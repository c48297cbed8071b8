/* readwritelock: a lock for one writer or many readers, made of two counters that change
 * atomically.  The bug: a reader does not wait for the writer. */
#include <assert.h>
#include <pthread.h>

#ifndef READERS
#define READERS 1
#endif
#ifndef WRITERS
#define WRITERS 1
#endif

extern void __VERIFIER_assume(int);

static int writers = 0, readers = 0;
static int data = 0;

void __VERIFIER_atomic_begin_write(void) {
	__VERIFIER_assume(writers == 0 && readers == 0);
	writers = 1;
}

void __VERIFIER_atomic_begin_read(void) {
#ifndef BUG
	__VERIFIER_assume(writers == 0);
#endif
	readers++;
}

static void *writer(void *unused) {
	__VERIFIER_atomic_begin_write();
	data = 3;
	writers = 0;
	return NULL;
}

static void *reader(void *unused) {
	__VERIFIER_atomic_begin_read();
	int first = data;
	assert(first == data);
	__sync_fetch_and_sub(&readers, 1);
	return NULL;
}

int main(void) {
	pthread_t w[WRITERS], r[READERS];
	for (int i = 0; i < WRITERS; i++)
		pthread_create(&w[i], NULL, writer, NULL);
	for (int i = 0; i < READERS; i++)
		pthread_create(&r[i], NULL, reader, NULL);
	for (int i = 0; i < WRITERS; i++)
		pthread_join(w[i], NULL);
	for (int i = 0; i < READERS; i++)
		pthread_join(r[i], NULL);
	return 0;
}
