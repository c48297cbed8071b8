#include <stdio.h>

int main(void)
{
	char line[8];
	if (fgets(line, 9, stdin)) /* violated */
		return 1;
	return 0;
}
