/* What the structures of this folder have in common: threads that change a set of integers, each by
 * its own operations, and a test in the end that the set is what the successful ones leave.
 *
 * A structure defines set_begin, set_insert, set_remove and set_has; an operation returns whether
 * it has changed the set. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPS
#define OPS 1 /* operations of each thread, 3 at most */
#endif
#define KEYS 3 /* 1 to 3; in the beginning the set has 1 */

#define LOAD(word)           __atomic_load_n(&(word), __ATOMIC_SEQ_CST)
#define CAS(word, old, next) __sync_bool_compare_and_swap(&(word), (old), (next))

static void set_begin(void);
static bool set_insert(int key);
static bool set_remove(int key);
static bool set_has(int key);

enum kind { INSERT, REMOVE };

static const struct operation {
	enum kind kind;
	int key;
} plan[3][3] = {
    {{INSERT, 2}, {REMOVE, 1}, {INSERT, 3}},
    {{REMOVE, 1}, {INSERT, 2}, {REMOVE, 3}},
    {{INSERT, 3}, {REMOVE, 2}, {INSERT, 1}},
};

/* Returns the successful operations, by bit. */
static void *run(void *arg) {
	int me = (int)(long)arg;
	long done = 0;
	for (int i = 0; i < OPS; i++) {
		const struct operation *op = &plan[me][i];
		bool changed = op->kind == INSERT ? set_insert(op->key) : set_remove(op->key);
		done |= (long)changed << i;
	}
	return (void *)done;
}

int main(void) {
	pthread_t thread[THREADS];
	int copies[KEYS + 1] = {0};
	set_begin();
	copies[1] += set_insert(1);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, run, (void *)(long)i);
	for (int i = 0; i < THREADS; i++) {
		void *done;
		pthread_join(thread[i], &done);
		for (int k = 0; k < OPS; k++)
			if ((long)done >> k & 1)
				copies[plan[i][k].key] += plan[i][k].kind == INSERT ? 1 : -1;
	}
	for (int key = 1; key <= KEYS; key++)
		assert(copies[key] == set_has(key));
	return 0;
}
