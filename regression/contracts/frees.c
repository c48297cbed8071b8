/* What a function frees stands in its clause. */
#include <stdlib.h>

struct node {
	int *data;
};

void drop(struct node *n)
__CPROVER_requires(__CPROVER_is_fresh(n, sizeof(*n)) && __CPROVER_is_fresh(n->data, 4))
__CPROVER_assigns(n->data)
#ifndef BUG
__CPROVER_frees(n->data)
#endif
__CPROVER_ensures(n->data == NULL)
{
	free(n->data); /* here */
	n->data = NULL;
}

int main(void) {
	return 0;
}
