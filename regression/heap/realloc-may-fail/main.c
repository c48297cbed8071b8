#include <stdlib.h>

int main(void)
{
	char *p = malloc(4);
	if (p == NULL)
		return 0;
	p = realloc(p, 8);
	p[7] = 1;
	free(p);
}
