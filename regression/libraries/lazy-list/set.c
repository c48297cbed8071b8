/* The lazy list of Heller, Herlihy, Luchangco, Moir, Scherer, Shavit, "A lazy concurrent list-based
 * set algorithm", OPODIS 2005: add and remove search without locks, lock the two nodes they have
 * found, and look again whether these are neighbours; remove marks a node before it unlinks it, and
 * contains takes no lock.  Nodes are freed by set_destroy.  Mistakes: NO_VALIDATION: what was found
 * is not looked at again; NO_MARK_TEST: only the link is looked at, not whether the nodes are
 * marked. */
#include "set.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	int key;
	atomic_bool marked;
	struct node *_Atomic next;
	struct node *next_made;
	pthread_mutex_t lock;
};

struct set {
	struct node head, tail;
	struct node *_Atomic made;
};

static void node_init(struct node *node, int key, struct node *next) {
	node->key = key;
	atomic_init(&node->marked, false);
	atomic_init(&node->next, next);
	pthread_mutex_init(&node->lock, NULL);
}

struct set *set_create(void) {
	struct set *set = malloc(sizeof *set);
	if (!set)
		abort();
	node_init(&set->tail, INT_MAX, NULL);
	node_init(&set->head, INT_MIN, &set->tail);
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

static bool valid(struct node *before, struct node *node) {
#ifdef NO_VALIDATION
	(void)before, (void)node;
	return true;
#elif defined NO_MARK_TEST
	return atomic_load(&before->next) == node;
#else
	return !atomic_load(&before->marked) && !atomic_load(&node->marked) &&
	       atomic_load(&before->next) == node;
#endif
}

/* The first node with at least this key and the one before it, both locked. */
static struct node *find(struct set *set, int key, struct node **before) {
	for (;;) {
		*before = &set->head;
		struct node *node = atomic_load(&set->head.next);
		while (node->key < key) {
			*before = node;
			node = atomic_load(&node->next);
		}
		pthread_mutex_lock(&(*before)->lock);
		pthread_mutex_lock(&node->lock);
		if (valid(*before, node))
			return node;
		pthread_mutex_unlock(&node->lock);
		pthread_mutex_unlock(&(*before)->lock);
	}
}

bool set_add(struct set *set, int key) {
	struct node *before, *node = find(set, key, &before);
	bool added = node->key != key;
	if (added) {
		struct node *made = malloc(sizeof *made);
		if (!made)
			abort();
		node_init(made, key, node);
		atomic_store(&before->next, made);
		made->next_made = atomic_exchange(&set->made, made);
	}
	pthread_mutex_unlock(&node->lock);
	pthread_mutex_unlock(&before->lock);
	return added;
}

bool set_remove(struct set *set, int key) {
	struct node *before, *node = find(set, key, &before);
	bool removed = node->key == key;
	if (removed) {
		atomic_store(&node->marked, true);
		atomic_store(&before->next, atomic_load(&node->next));
	}
	pthread_mutex_unlock(&node->lock);
	pthread_mutex_unlock(&before->lock);
	return removed;
}

bool set_contains(struct set *set, int key) {
	struct node *node = atomic_load(&set->head.next);
	while (node->key < key)
		node = atomic_load(&node->next);
	return node->key == key && !atomic_load(&node->marked);
}
