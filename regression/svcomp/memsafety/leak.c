#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);
	p = NULL;
	return 0;
}
