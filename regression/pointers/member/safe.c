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
	struct node a = {1, {0}}, b = {2, {&a.link}};
	struct link *l = b.link.next;
	struct node *n = (struct node *)((char *)l - offsetof(struct node, link));
	assert(n == &a && n->key == 1);
}
