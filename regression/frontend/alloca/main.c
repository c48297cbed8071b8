/* alloca lives until the function returns, not until the block ends. */
#include <assert.h>
#include <alloca.h>

static int *leak(void) {
	int *p = alloca(sizeof *p);
	*p = 3;
	return p;
}

int main(void) {
	char *p;
	{
		p = alloca(8);
		p[7] = 5;
	}
	assert(p[7] == 5);
	if (OFF)
		return *leak();
	return 0;
}
