#include <assert.h>

static void fill(int *slot, int n)
{
	int mine = n;
	*slot = n;
	if (n > 0)
		fill(&mine, n - 1);
	assert(n == 0 || mine == n - 1);
}

int main(void)
{
	int top = -1;
	fill(&top, 4);
	assert(top == 4);
}
