#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct tree {
	int key;
	struct tree *left, *right;
};

static struct tree *insert(struct tree *t, int key)
{
	if (!t) {
		t = calloc(1, sizeof *t);
		t->key = key;
	} else if (key < t->key) {
		t->left = insert(t->left, key);
	} else {
		t->right = insert(t->right, key);
	}
	return t;
}

int main(void)
{
	struct tree *t = NULL;
	int x = __VERIFIER_nondet_int();
	t = insert(t, 5);
	t = insert(t, x);
	t = insert(t, 8);
	assert(t->left->key == x); /* violated */
}
