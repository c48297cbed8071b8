#include <stdlib.h>

/* What a round allocates and forgets makes no other state; what it keeps does. */
struct node {
	struct node *next;
};

int main(void) {
	struct node *list = 0;
	for (;;) {
		int here[2] = {1, 2};
		struct node *n = malloc(sizeof *n);
		n->next = list;
		if (here[0] > here[1])
			return 0;
#ifdef BAD
		free(n);
#else
		list = n;
#endif
	}
}
