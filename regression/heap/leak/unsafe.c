#include <stdlib.h>

int main(void)
{
	char *p = malloc(4);
	p[0] = 1;
}
