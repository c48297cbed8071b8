#include <assert.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);
	*p = 3;
	free(p);
	int x = *p; /* violated */
	assert(x == 3);
}
