/* A list as an argument: links may be null at any place, values are arbitrary. */
#include <assert.h>

struct node {
	int value;
	struct node *next;
};

int largest(const struct node *list) {
	int most = list->value;
	for (const struct node *n = list; CONDITION; n = n->next)
		if (n->value > most)
			most = n->value;
	assert(most >= list->value);
	return most;
}
