/* A record that one thread fills before others can reach it, and that nobody changes afterwards,
 * needs no context switches.  Each macro breaks that at one place. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct record {
	int key, value;
};

static struct record *shared;
static uintptr_t link; /* the same as an integer; its lowest bit is a mark */

static void publish(struct record *r) {
	__atomic_store_n(&shared, r, __ATOMIC_SEQ_CST);
	__atomic_store_n(&link, (uintptr_t)r | 1, __ATOMIC_SEQ_CST);
}

static void *write_record(void *unused) {
	struct record *r = malloc(sizeof *r);
#ifdef EARLY
	publish(r);
#endif
	r->key = 1;
	r->value = 2;
#ifndef EARLY
	publish(r);
#endif
#ifdef LATE
	r->value = 3;
#endif
#ifdef WITHDRAWN
	__atomic_store_n(&shared, NULL, __ATOMIC_SEQ_CST);
	__atomic_store_n(&link, 0, __ATOMIC_SEQ_CST);
	r->value = 3;
#endif
	return unused;
}

static void *read_record(void *unused) {
#ifdef INTEGER
	struct record *r = (struct record *)(__atomic_load_n(&link, __ATOMIC_SEQ_CST) & ~(uintptr_t)1);
#else
	struct record *r = __atomic_load_n(&shared, __ATOMIC_SEQ_CST);
#endif
	if (r) {
		int key = r->key;
		assert(r->value == key + 1);
	}
	return unused;
}

/* So many schedules that the search has learnt what needs switches before it finds the bug. */
static int turn;

static void *take_turns(void *arg) {
	for (int i = 0; i < 12; i++)
		assert(__atomic_exchange_n(&turn, (int)(long)arg, __ATOMIC_SEQ_CST) < 3);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, write_record, NULL);
	pthread_create(&t, NULL, read_record, NULL);
	pthread_create(&t, NULL, read_record, NULL);
	pthread_create(&t, NULL, take_turns, (void *)1);
	pthread_create(&t, NULL, take_turns, (void *)2);
	return 0;
}
