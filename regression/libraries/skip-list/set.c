/* The skip list with locks of Herlihy, Lev, Luchangco, Shavit, "A simple optimistic skiplist
 * algorithm", SIROCCO 2007, of two levels; even keys are on both.  add and remove search without
 * locks, lock the nodes before the place on each level, and look again; a node is in the set when
 * it is linked on all its levels and not marked.  Nodes are freed by set_destroy.  Mistakes:
 * NO_LINKED_TEST: contains finds nodes that are not linked yet; NO_VALIDATION: what was found is
 * not looked at again; TWO_WINNERS: remove marks a node without looking whether another one has. */
#include "set.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define LEVELS 2

struct node {
	int key, levels;
	atomic_bool marked, linked;
	struct node *_Atomic next[LEVELS];
	struct node *next_made;
	pthread_mutex_t lock;
};

struct set {
	struct node head, tail;
	struct node *_Atomic made;
};

static void node_init(struct node *node, int key, int levels) {
	node->key = key;
	node->levels = levels;
	atomic_init(&node->marked, false);
	atomic_init(&node->linked, false);
	for (int i = 0; i < LEVELS; i++)
		atomic_init(&node->next[i], NULL);
	pthread_mutex_init(&node->lock, NULL);
}

struct set *set_create(void) {
	struct set *set = malloc(sizeof *set);
	if (!set)
		abort();
	node_init(&set->head, INT_MIN, LEVELS);
	node_init(&set->tail, INT_MAX, LEVELS);
	for (int i = 0; i < LEVELS; i++)
		atomic_init(&set->head.next[i], &set->tail);
	atomic_init(&set->head.linked, true);
	atomic_init(&set->tail.linked, true);
	atomic_init(&set->made, NULL);
	return set;
}

void set_destroy(struct set *set) {
	for (struct node *node = atomic_load(&set->made), *next; node; node = next) {
		next = node->next_made;
		pthread_mutex_destroy(&node->lock);
		free(node);
	}
	pthread_mutex_destroy(&set->head.lock);
	pthread_mutex_destroy(&set->tail.lock);
	free(set);
}

/* The nodes before and behind the place of this key on each level; the node that has it, or NULL.
 */
static struct node *find(struct set *set, int key, struct node **before, struct node **behind) {
	struct node *found = NULL;
	before[LEVELS - 1] = &set->head;
	for (int i = LEVELS - 1; i >= 0; i--) {
		behind[i] = atomic_load(&before[i]->next[i]);
		while (behind[i]->key < key) {
			before[i] = behind[i];
			behind[i] = atomic_load(&before[i]->next[i]);
		}
		if (!found && behind[i]->key == key)
			found = behind[i];
		if (i > 0)
			before[i - 1] = before[i];
	}
	return found;
}

static void unlock(struct node **before, int levels) {
	for (int i = 0; i < levels; i++)
		if (i == 0 || before[i] != before[i - 1])
			pthread_mutex_unlock(&before[i]->lock);
}

/* Locks the nodes before the place; false: they are not, since something has changed. */
static bool lock(struct node **before, struct node **behind, int levels, bool adds) {
	bool valid = true;
	int i;
	for (i = 0; valid && i < levels; i++) {
		if (i == 0 || before[i] != before[i - 1])
			pthread_mutex_lock(&before[i]->lock);
#ifndef NO_VALIDATION
		valid = !atomic_load(&before[i]->marked) && atomic_load(&before[i]->next[i]) == behind[i] &&
		        !(adds && atomic_load(&behind[i]->marked));
#endif
	}
	if (!valid)
		unlock(before, i);
	return valid;
}

bool set_add(struct set *set, int key) {
	struct node *before[LEVELS], *behind[LEVELS];
	int levels = key % 2 ? 1 : LEVELS;
	for (;;) {
		struct node *found = find(set, key, before, behind);
		if (found) {
			if (atomic_load(&found->marked))
				continue;
			while (!atomic_load(&found->linked))
				;
			return false;
		}
		if (!lock(before, behind, levels, true))
			continue;
		struct node *node = malloc(sizeof *node);
		if (!node)
			abort();
		node_init(node, key, levels);
		for (int i = 0; i < levels; i++)
			atomic_init(&node->next[i], behind[i]);
		for (int i = 0; i < levels; i++)
			atomic_store(&before[i]->next[i], node);
		atomic_store(&node->linked, true);
		node->next_made = atomic_exchange(&set->made, node);
		unlock(before, levels);
		return true;
	}
}

bool set_remove(struct set *set, int key) {
	struct node *before[LEVELS], *behind[LEVELS], *victim = NULL;
	for (;;) {
		struct node *found = find(set, key, before, behind);
		if (!victim) {
			if (!found || !atomic_load(&found->linked) || atomic_load(&found->marked))
				return false;
			pthread_mutex_lock(&found->lock);
#ifndef TWO_WINNERS
			if (atomic_load(&found->marked)) {
				pthread_mutex_unlock(&found->lock);
				return false;
			}
#endif
			victim = found;
			atomic_store(&victim->marked, true);
		}
		if (!lock(before, behind, victim->levels, false))
			continue;
		for (int i = victim->levels - 1; i >= 0; i--)
			atomic_store(&before[i]->next[i], atomic_load(&victim->next[i]));
		pthread_mutex_unlock(&victim->lock);
		unlock(before, victim->levels);
		return true;
	}
}

bool set_contains(struct set *set, int key) {
	struct node *before[LEVELS], *behind[LEVELS];
	struct node *found = find(set, key, before, behind);
#ifdef NO_LINKED_TEST
	return found && !atomic_load(&found->marked);
#else
	return found && atomic_load(&found->linked) && !atomic_load(&found->marked);
#endif
}
