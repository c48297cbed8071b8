#include <assert.h>

struct point {
	int x, y[2];
};

static void move(struct point p)
{
	p.x++;
}

int main(void)
{
	struct point a = {1, {2, 3}};
	move(a);
	assert(a.x == 2); /* violated */
}
