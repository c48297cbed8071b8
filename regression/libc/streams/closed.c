#include <stdio.h>

int main(void)
{
	FILE *f = fopen("x", "w");
	if (!f)
		return 1;
	fclose(f);
	return fputc('x', f); /* violated */
}
