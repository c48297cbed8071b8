#include <assert.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);
	*p = 3;
	int x = *p;
	free(p);
	assert(x == 3);
}
