#include <assert.h>

struct point {
	int x, y[2];
};

static struct point move(struct point p)
{
	p.x++;
	p.y[1] = p.x;
	return p;
}

int main(void)
{
	struct point a = {1, {2, 3}}, b = move(a), c;
	c = b;
	assert(a.x == 1 && a.y[1] == 3 && c.x == 2 && c.y[0] == 2 && c.y[1] == 2);
	assert(move(c).y[1] == 3);
}
