#include <stdio.h>

int main(void)
{
	FILE *f = fopen("x", "w");
	fputs("text", f); /* violated */
	return 0;
}
