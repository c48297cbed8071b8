/* Unnamed objects: automatic and static, their addresses, as arguments; they can be changed. */
#include <assert.h>

struct p {
	int x, y;
};
static int *table = (int[]){3, 2, 1};
static struct p *head = &(struct p){.y = 4};

static int sum(const struct p *p, const int *a, int n) {
	int s = p->x + p->y;
	while (n-- > 0)
		s += *a++;
	return s;
}

int main(void) {
	struct p *q = &(struct p){1, 2};
	q->x = 5;
	assert(q->x + q->y == 7 && table[0] == 3 && head->y == 4 && head->x == 0);
	head->x++;
	assert((sum(&(struct p){q->x, 1}, (int[3]){1, 2}, 3)) == 9);
	struct p v = (struct p){.x = head->x};
	assert(((struct p){4, 5}).y == 5 && v.y == 0);
	assert(v.x == 1 + OFF);
	return 0;
}
