#include <assert.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(SIZE), *q = calloc(SIZE, 4);
	assert(p != NULL && q != NULL);
	free(p);
	free(q);
}
