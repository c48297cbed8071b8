/* Blocks that are linked by integers, a mark in the lowest bit.  A thread takes them out again, by
 * turns, and what they hold differs by schedule, until nobody has their address. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef ROUNDS
#define ROUNDS 3
#endif

static uintptr_t link;
static int ticket;

static void *work(void *unused) {
	for (int i = 0; i < ROUNDS; i++) {
		int *block = malloc(sizeof *block);
		*block = __atomic_fetch_add(&ticket, 1, __ATOMIC_SEQ_CST);
		uintptr_t old = __atomic_exchange_n(&link, (uintptr_t)block | 1, __ATOMIC_SEQ_CST);
		if (old) {
			int *other = (int *)(old & ~(uintptr_t)1);
			assert(*other != *block);
#ifdef BUG
			assert(*other < *block);
#endif
		}
	}
	return unused;
}

int main(void) {
	pthread_t thread[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	assert(ticket == 2 * ROUNDS);
	return 0;
}
