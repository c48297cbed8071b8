/* The lock of Linux for readers and writers: a reader takes one unit, a writer all of them.  An
 * input says which of the two a thread is; it makes ATTEMPTS attempts.  With BUG, a writer takes
 * only one unit less. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ATTEMPTS
#define ATTEMPTS 5
#endif

#define UNITS 0x100000
#ifdef BUG
#define ALL (UNITS - 1)
#else
#define ALL UNITS
#endif

int __VERIFIER_nondet_int(void);

static int left = UNITS;
static int data;

static bool read_try_lock(void) {
	if (__sync_sub_and_fetch(&left, 1) >= 0)
		return true;
	__sync_add_and_fetch(&left, 1);
	return false;
}

static void read_unlock(void) {
	__sync_add_and_fetch(&left, 1);
}

static bool write_try_lock(void) {
	if (__sync_sub_and_fetch(&left, ALL) == UNITS - ALL)
		return true;
	__sync_add_and_fetch(&left, ALL);
	return false;
}

static void write_unlock(void) {
	__sync_add_and_fetch(&left, ALL);
}

static void *run(void *arg) {
	int me = (int)(long)arg;
	bool writes = __VERIFIER_nondet_int() > 0;
	for (int i = 0; i < ATTEMPTS; i++)
		if (writes) {
			if (write_try_lock()) {
				data = me;
				assert(data == me);
				write_unlock();
			}
		} else if (read_try_lock()) {
			int seen = data;
			assert(data == seen);
			read_unlock();
		}
	return NULL;
}

int main(void) {
	pthread_t thread[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, run, (void *)(long)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
