#include <stdlib.h>

int main(void)
{
	char *p = malloc(4);
	free(p);
	p = NULL;
	free(p);
}
