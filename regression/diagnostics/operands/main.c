/* A failed condition tells what it has read, and nothing that it has not. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

int main(void) {
	struct node last = {2, NULL};
	struct node *p = IS_NULL ? NULL : &last;
	errno = 0;
	assert(errno != 0 || (p && p->value == 2));
	return 0;
}
