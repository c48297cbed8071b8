/* A lock-free skip list, after Fraser, "Practical lock-freedom", 2003: a list for each level, each
 * as in list.c.  The lowest list is the set; a node is removed from the highest level down, and who
 * marks its lowest link has removed it.  The bug: who finds that link marked counts as well. */
#include <pthread.h>

#include "harness.h"

#ifndef LEVELS
#define LEVELS 2
#endif

struct node {
	int key, height;
	uintptr_t next[LEVELS]; /* the lowest bit: this node is removed from the level */
};

static struct node head;

struct place { /* where a key is, or would be, on each level */
	struct node *before[LEVELS], *found[LEVELS];
};

static struct node *node_at(uintptr_t link) {
	return (struct node *)(link & ~(uintptr_t)1);
}

static bool is_marked(uintptr_t link) {
	return link & 1;
}

/* Goes along a level and unlinks what is marked; false: a node changed meanwhile. */
static bool find_on(int level, int key, struct node *before, struct place *at) {
	uintptr_t link = LOAD(before->next[level]);
	if (is_marked(link))
		return false;
	struct node *node = node_at(link);
	while (node) {
		uintptr_t next = LOAD(node->next[level]);
		if (is_marked(next)) {
			if (!CAS(before->next[level], (uintptr_t)node, next & ~(uintptr_t)1))
				return false;
		} else {
			if (node->key >= key)
				break;
			before = node;
		}
		node = node_at(next);
	}
	at->before[level] = before;
	at->found[level] = node;
	return true;
}

static bool find(int key, struct place *at) {
	for (;;) {
		struct node *before = &head;
		int level = LEVELS - 1;
		while (level >= 0 && find_on(level, key, before, at))
			before = at->before[level--];
		if (level < 0)
			return at->found[0] && at->found[0]->key == key;
	}
}

static struct node *node_new(int key) {
	struct node *node = malloc(sizeof *node);
	node->key = key;
	node->height = key % LEVELS + 1;
	return node;
}

/* Links the node on one of the upper levels, unless it is removed meanwhile. */
static void link_on(int level, struct node *node, struct place *at) {
	for (;;) {
		uintptr_t next = LOAD(node->next[level]), behind = (uintptr_t)at->found[level];
		if (is_marked(next))
			return;
		if (next != behind && !CAS(node->next[level], next, behind))
			return; /* only a mark can have come between */
		if (CAS(at->before[level]->next[level], behind, (uintptr_t)node))
			return;
		if (!find(node->key, at) || at->found[0] != node)
			return;
	}
}

static bool set_insert(int key) {
	struct node *node = node_new(key);
	struct place at;
	do {
		if (find(key, &at)) {
			free(node);
			return false;
		}
		for (int level = 0; level < node->height; level++)
			node->next[level] = (uintptr_t)at.found[level];
	} while (!CAS(at.before[0]->next[0], (uintptr_t)at.found[0], (uintptr_t)node));
	for (int level = 1; level < node->height; level++)
		link_on(level, node, &at);
	return true;
}

/* Marks a link; false: somebody else has done so. */
static bool mark(uintptr_t *link) {
	for (;;) {
		uintptr_t next = LOAD(*link);
		if (is_marked(next))
#ifdef BUG
			return true;
#else
			return false;
#endif
		if (CAS(*link, next, next | 1))
			return true;
	}
}

static bool set_remove(int key) {
	struct place at;
	if (!find(key, &at))
		return false;
	struct node *node = at.found[0];
	for (int level = node->height - 1; level > 0; level--)
		mark(&node->next[level]);
	if (!mark(&node->next[0]))
		return false;
	find(key, &at);
	return true;
}

static bool set_has(int key) {
	struct place at;
	return find(key, &at);
}

static void set_begin(void) {
	head.height = LEVELS;
}
