/* --pointer-depth: how far a tree reaches. */
#include <assert.h>
#include <stddef.h>

struct tree {
	struct tree *left, *right;
	int key;
};

static int height(const struct tree *t) {
	if (t == NULL)
		return 0;
	int l = height(t->left), r = height(t->right);
	return 1 + (l > r ? l : r);
}

void check(const struct tree *t) {
	assert(height(t) <= LIMIT);
}
