/* What is called counts, too, and so does the library; memory of the function's own does not. */
#include <stdlib.h>
#include <string.h>

struct box {
	char text[8];
	int tag;
};

static void wipe(struct box *b) {
	char *copy = malloc(4);
	if (copy)
		copy[0] = 1;
	free(copy);
#ifdef BUG
	memset(b, 0, sizeof(*b)); /* here */
#else
	memset(b->text, 0, sizeof(b->text));
#endif
}

void clear(struct box *b)
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof(*b)))
__CPROVER_assigns(b->text)
__CPROVER_ensures(b->text[7] == 0)
{
	wipe(b);
}

int main(void) {
	return 0;
}
