#include <assert.h>
#include <stdio.h>

int main(void)
{
	assert(stdin && stdout != stderr);
	fprintf(stderr, "%d\n", 1);
	FILE *f = fopen("x", "w");
	if (!f)
		return 1;
	fputs("text", f);
	fclose(f);
}
