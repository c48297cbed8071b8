/* What an argument reaches through other pointers may change, too. */
#include <assert.h>

struct node {
	int value;
	struct node *next;
};

extern void visit(TYPE);

int main(void) {
	struct node last = {1, 0}, middle = {2, &last}, first = {3, &middle}, other = {4, &first};
	visit(ARGUMENT);
	assert(other.value == 4);
	assert(last.value == 1);
	return 0;
}
