#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
	int value;
	struct node *next;
};

int main(void)
{
	struct node *list = NULL;
	int length = 0, sum = 0;
	for (int i = 0; i < 4; i++) {
		if (__VERIFIER_nondet_int())
			continue;
		struct node *n = malloc(sizeof *n);
		n->value = 2;
		n->next = list;
		list = n;
		length++;
	}
	for (struct node *n = list; n; n = n->next)
		sum += n->value;
	assert(sum != 6); /* violated */
}
