/* A lock-free sorted list, after Harris, "A pragmatic implementation of non-blocking linked-lists",
 * DISC 2001, and Michael, "High performance dynamic lock-free hash tables and list-based sets",
 * SPAA 2002.  A node is removed in two steps: the lowest bit of its link is set, so that no link
 * can be put behind it any more, and then it is unlinked, by anybody who finds the mark.  The bug:
 * the mark is not set. */
#include <pthread.h>

#include "harness.h"

struct node {
	int key;
	uintptr_t next; /* the lowest bit: this node is removed */
};

static uintptr_t head;

#ifdef BUG
#define MARK 0
#else
#define MARK 1
#endif

static struct node *node_at(uintptr_t link) {
	return (struct node *)(link & ~(uintptr_t)1);
}

static bool is_marked(uintptr_t link) {
	return link & 1;
}

/* Finds the first node with at least this key, and the link to it; true: it has the key. */
static bool find(int key, uintptr_t **link, struct node **found) {
	for (;;) {
		uintptr_t *before = &head;
		struct node *node = node_at(LOAD(*before));
		bool lost = false;
		while (node && !lost) {
			uintptr_t next = LOAD(node->next);
			if (is_marked(next)) {
				lost = !CAS(*before, (uintptr_t)node, next & ~(uintptr_t)1);
			} else {
				if (node->key >= key)
					break;
				before = &node->next;
			}
			node = node_at(next);
		}
		if (lost)
			continue;
		*link = before;
		*found = node;
		return node && node->key == key;
	}
}

static bool set_insert(int key) {
	struct node *node = malloc(sizeof *node), *behind;
	uintptr_t *link;
	node->key = key;
	do {
		if (find(key, &link, &behind)) {
			free(node);
			return false;
		}
		node->next = (uintptr_t)behind;
	} while (!CAS(*link, (uintptr_t)behind, (uintptr_t)node));
	return true;
}

static bool set_remove(int key) {
	for (;;) {
		struct node *node;
		uintptr_t *link;
		if (!find(key, &link, &node))
			return false;
		uintptr_t next = LOAD(node->next);
		if (is_marked(next) || !CAS(node->next, next, next | MARK))
			continue;
		CAS(*link, (uintptr_t)node, next);
		return true;
	}
}

static bool set_has(int key) {
	struct node *node = node_at(LOAD(head));
	while (node && node->key < key)
		node = node_at(LOAD(node->next));
	return node && node->key == key && !is_marked(LOAD(node->next));
}

static void set_begin(void) {
	head = 0;
}
