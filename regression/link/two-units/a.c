#include <assert.h>
#include "shared.h"

static int priv = 3;
static int twice(int x) {
	return 2 * x;
}
int common;
static const struct node *walk(const struct node *n) {
	return n->next;
}

int main(void) {
	assert(counter == 5 && common == 0);
	assert(sizeof table / sizeof *table == 4); /* from the header */
	assert(table[3] == 40 && limit == 9);
	assert(priv == 3 && twice(2) == 4);
	assert(other_priv() == 7 && other_twice(2) == 40);
	common = 6;
	assert(get_common() == 6);
	assert(walk(&ring) == &ring && ring.value == 1);
	assert(apply(twice, 8) == 16);
	assert(from_inline(1) == 2);
#ifdef BUG
	assert(get_common() == 7);
#endif
	return 0;
}
