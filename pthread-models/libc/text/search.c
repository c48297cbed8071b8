/* search.h: exact, but for the shape of trees, which only twalk shows; and lists and tables. */
#include "../../mc.h"

typedef int comparison(const void *, const void *);

void *malloc(size_t size);
void free(void *);
void *memcpy(void *to, const void *from, size_t n);

void *lfind(const void *key, const void *base, size_t *count, size_t size, comparison *compare) {
	for (size_t i = 0; i < *count; i++) {
		const char *at = (const char *)base + i * size;
		if (compare(key, at) == 0)
			return (void *)at;
	}
	return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, comparison *compare) {
	void *found = lfind(key, base, count, size, compare);
	if (found != NULL)
		return found;
	found = memcpy((char *)base + *count * size, key, size);
	++*count;
	return found;
}

struct tree_node {
	const void *key; /* the first: what callers look at */
	struct tree_node *kid[2];
};

/* The place of the node with this key, or where it would be. */
static struct tree_node **find_node(const void *key, struct tree_node **at, comparison *compare) {
	while (*at != NULL) {
		int order = compare(key, (*at)->key);
		if (order == 0)
			break;
		at = &(*at)->kid[order > 0];
	}
	return at;
}

void *tsearch(const void *key, void **root, comparison *compare) {
	if (root == NULL)
		return NULL;
	struct tree_node **at = find_node(key, (struct tree_node **)root, compare);
	if (*at != NULL)
		return *at;
	struct tree_node *new = malloc(sizeof *new);
	if (new == NULL)
		return NULL;
	new->key = key;
	new->kid[0] = new->kid[1] = NULL;
	*at = new;
	return new;
}

void *tfind(const void *key, void *const *root, comparison *compare) {
	return root == NULL ? NULL : *find_node(key, (struct tree_node **)root, compare);
}

/* The parent of the node; something that is no node for the root. */
void *tdelete(const void *key, void **root, comparison *compare) {
	if (root == NULL)
		return NULL;
	struct tree_node **at = (struct tree_node **)root, *parent = NULL, *gone;
	while ((gone = *at) != NULL) {
		int order = compare(key, gone->key);
		if (order == 0)
			break;
		parent = gone;
		at = &gone->kid[order > 0];
	}
	if (gone == NULL)
		return NULL;
	if (gone->kid[0] == NULL || gone->kid[1] == NULL) {
		*at = gone->kid[gone->kid[0] == NULL];
	} else { /* the next in order takes its place */
		struct tree_node **next = &gone->kid[1];
		while ((*next)->kid[0] != NULL)
			next = &(*next)->kid[0];
		struct tree_node *moved = *next;
		*next = moved->kid[1];
		moved->kid[0] = gone->kid[0];
		moved->kid[1] = gone->kid[1];
		*at = moved;
	}
	free(gone);
	return parent == NULL ? (void *)root : parent;
}

void twalk(const void *root, void (*action)(const void *, int, int)) {
	(void)action;
	if (root != NULL)
		__mc_unsupported("twalk: the shape of a tree");
}

void tdestroy(void *root, void (*free_key)(void *)) {
	struct tree_node *node = root;
	if (node == NULL)
		return;
	tdestroy(node->kid[0], free_key);
	tdestroy(node->kid[1], free_key);
	free_key((void *)node->key);
	free(node);
}

struct queue_element {
	struct queue_element *next, *before;
};

void insque(void *element, void *before) {
	struct queue_element *new = element, *p = before;
	if (p == NULL) {
		new->next = new->before = NULL;
		return;
	}
	new->next = p->next;
	new->before = p;
	if (p->next != NULL)
		p->next->before = new;
	p->next = new;
}

void remque(void *element) {
	struct queue_element *e = element;
	if (e->next != NULL)
		e->next->before = e->before;
	if (e->before != NULL)
		e->before->next = e->next;
}
