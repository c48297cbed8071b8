/* A lock-free hash table with open addressing that grows, after Click, "A lock-free wait-free hash
 * table", 2007.  A slot gets its key once; the key's state then says whether the set has it.  When
 * a table is full, everybody who comes along copies its slots into a larger one: a slot is first
 * frozen, then its state is written where nobody has written yet.  The bug: it is not frozen, so
 * that an operation may still change what was copied. */
#include <pthread.h>

#include "harness.h"

#ifndef SLOTS
#define SLOTS 2 /* of the first table */
#endif

enum { NO_KEY = 0, NEVER_KEY = -1 }; /* of a slot; never: its table is copied */
enum { UNWRITTEN = 0, PRESENT = 1, ABSENT = 2, FROZEN = 4 }; /* of a key */

struct slot {
	int key, state;
};

struct table {
	unsigned size;
	struct table *larger; /* it is being copied there */
	struct slot slot[];
};

static struct table *current;

static struct table *table_new(unsigned size) {
	struct table *table = calloc(1, sizeof *table + size * sizeof *table->slot);
	table->size = size;
	return table;
}

/* The slot of a key; NULL: there is none.  'claim': takes a free one for it. */
static struct slot *find(struct table *table, int key, bool claim) {
	for (unsigned i = 0; i < table->size; i++) {
		struct slot *slot = &table->slot[((unsigned)key + i) % table->size];
		int found = LOAD(slot->key);
		if (found == NO_KEY && claim)
			found = CAS(slot->key, NO_KEY, key) ? key : LOAD(slot->key);
		if (found == key)
			return slot;
		if (found == NO_KEY)
			return NULL;
	}
	return NULL;
}

static void copy_slot(struct slot *slot, struct table *to) {
	if (CAS(slot->key, NO_KEY, NEVER_KEY) || LOAD(slot->key) == NEVER_KEY)
		return;
	int state = LOAD(slot->state);
#ifndef BUG
	while (!(state & FROZEN) && !CAS(slot->state, state, state | FROZEN))
		state = LOAD(slot->state);
#endif
	if (state & PRESENT)
		CAS(find(to, slot->key, true)->state, UNWRITTEN, PRESENT);
}

/* The table to use; copies those that are too small. */
static struct table *use(void) {
	for (;;) {
		struct table *table = LOAD(current), *larger = LOAD(table->larger);
		if (!larger)
			return table;
		for (unsigned i = 0; i < table->size; i++)
			copy_slot(&table->slot[i], larger);
		CAS(current, table, larger);
	}
}

static void grow(struct table *table) {
	struct table *larger = table_new(2 * table->size);
	if (!CAS(table->larger, NULL, larger))
		free(larger);
}

/* Sets the state of the key; false: it had that one. */
static bool change(int key, int to) {
	for (;;) {
		struct table *table = use();
		struct slot *slot = find(table, key, to == PRESENT);
		if (!slot && LOAD(table->larger))
			continue;
		if (!slot && to == ABSENT)
			return false;
		if (!slot) {
			grow(table);
			continue;
		}
		int state = LOAD(slot->state);
		if (state & FROZEN)
			continue;
		if ((state == PRESENT) == (to == PRESENT))
			return false;
		if (CAS(slot->state, state, to))
			return true;
	}
}

static bool set_insert(int key) {
	return change(key, PRESENT);
}

static bool set_remove(int key) {
	return change(key, ABSENT);
}

static bool set_has(int key) {
	struct slot *slot = find(use(), key, false);
	return slot && slot->state == PRESENT;
}

static void set_begin(void) {
	current = table_new(SLOTS);
}
