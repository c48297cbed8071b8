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
	while (list) {
		free(list);
		list = list->next; /* violated */
	}
}
