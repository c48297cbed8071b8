#include <alloca.h>
#include <assert.h>

static int sum(int n)
{
	int *p = alloca(n * sizeof *p), s = 0;
	for (int i = 0; i < n; i++)
		p[i] = i;
	for (int i = 0; i < n; i++)
		s += p[i];
	return s;
}

int main(void)
{
	assert(sum(4) == 6);
}
