#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[8];
	int c = getchar(), n;
	assert(c >= -1 && c <= 255);
	printf("hello %d\n", c);
	if (fgets(line, sizeof line, stdin))
		assert(strlen(line) <= 7);
	FILE *f = fopen("x", "r");
	if (f) {
		n = (int)fread(line, 1, sizeof line, f);
		assert(n >= 0 && n <= 8);
		fclose(f);
	}
	puts("done");
}
