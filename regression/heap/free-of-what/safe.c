#include <stdlib.h>

int main(void)
{
	char *p = malloc(4), *q = p + 1;
	free(q - 1);
}
