#include <assert.h>
#include <stddef.h>

struct node {
	int key;
	struct link {
		struct link *next;
	} link;
};

int main(void)
{
	struct link alone = {0}, *l = &alone;
	struct node *n = (struct node *)((char *)l - offsetof(struct node, link));
	assert(n->key == 1); /* violated */
}
