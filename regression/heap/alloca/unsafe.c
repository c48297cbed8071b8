#include <alloca.h>
#include <assert.h>

static int *make(int n)
{
	int *p = alloca(n * sizeof *p);
	p[0] = 1;
	return p;
}

int main(void)
{
	assert(*make(4) == 1); /* violated */
}
