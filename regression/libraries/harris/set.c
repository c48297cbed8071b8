/* The sorted list of Harris, "A pragmatic implementation of non-blocking linked-lists", DISC 2001,
 * with the search of Michael, "High performance dynamic lock-free hash tables and list-based sets",
 * SPAA 2002.  A node is removed in two steps: the lowest bit of its link is set, so that nothing
 * can be linked behind it any more, then it is unlinked, by whoever comes along.  Nodes are freed
 * by set_destroy.  Mistakes: NO_MARK: a node is unlinked at once; BLIND_CONTAINS: contains does not
 * look at the mark. */
#include "set.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define MARK ((uintptr_t)1)

struct node {
	int key;
	_Atomic uintptr_t next; /* and the mark */
	struct node *next_made;
};

struct set {
	_Atomic uintptr_t head;
	struct node *_Atomic made;
};

struct set *set_create(void) {
	struct set *set = malloc(sizeof *set);
	if (!set)
		abort();
	atomic_init(&set->head, 0);
	atomic_init(&set->made, NULL);
	return set;
}

void set_destroy(struct set *set) {
	for (struct node *node = atomic_load(&set->made), *next; node; node = next) {
		next = node->next_made;
		free(node);
	}
	free(set);
}

static struct node *node_at(uintptr_t link) {
	return (struct node *)(link & ~MARK);
}

static bool cas(_Atomic uintptr_t *link, uintptr_t expected, uintptr_t desired) {
	return atomic_compare_exchange_strong(link, &expected, desired);
}

/* Finds the first node with at least this key, and the link to it; true: it has the key. */
static bool find(struct set *set, int key, _Atomic uintptr_t **link, struct node **found) {
again:
	*link = &set->head;
	*found = node_at(atomic_load(*link));
	while (*found) {
		uintptr_t next = atomic_load(&(*found)->next);
		if (next & MARK) {
			if (!cas(*link, (uintptr_t)*found, next & ~MARK))
				goto again;
		} else {
			if ((*found)->key >= key)
				return (*found)->key == key;
			*link = &(*found)->next;
		}
		*found = node_at(next);
	}
	return false;
}

bool set_add(struct set *set, int key) {
	_Atomic uintptr_t *link;
	struct node *behind, *node = malloc(sizeof *node);
	if (!node)
		abort();
	node->key = key;
	do {
		if (find(set, key, &link, &behind)) {
			free(node);
			return false;
		}
		atomic_store(&node->next, (uintptr_t)behind);
	} while (!cas(link, (uintptr_t)behind, (uintptr_t)node));
	node->next_made = atomic_exchange(&set->made, node);
	return true;
}

bool set_remove(struct set *set, int key) {
	_Atomic uintptr_t *link;
	struct node *node;
	while (find(set, key, &link, &node)) {
		uintptr_t next = atomic_load(&node->next);
		if (next & MARK)
			continue;
#ifdef NO_MARK
		if (cas(link, (uintptr_t)node, next))
			return true;
#else
		if (cas(&node->next, next, next | MARK)) {
			cas(link, (uintptr_t)node, next);
			return true;
		}
#endif
	}
	return false;
}

bool set_contains(struct set *set, int key) {
	struct node *node = node_at(atomic_load(&set->head));
	while (node && node->key < key)
		node = node_at(atomic_load(&node->next));
#ifdef BLIND_CONTAINS
	return node && node->key == key;
#else
	return node && node->key == key && !(atomic_load(&node->next) & MARK);
#endif
}
