#include <assert.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

int main(void)
{
	struct node *list = NULL;
	for (int i = 0; i < 5; i++) {
		struct node *n = malloc(sizeof *n);
		n->value = i;
		n->next = list;
		list = n;
	}
	int expected = 4;
	while (list) {
		struct node *next = list->next;
		assert(list->value == expected--);
		free(list);
		list = next;
	}
	assert(expected == -1);
}
