#include <stdlib.h>

int main(void)
{
	char *p[3];
	for (int i = 0; i < 3; i++)
		p[i] = malloc(i + 1);
	for (int i = 0; i < 2; i++)
		free(p[i]);
}
