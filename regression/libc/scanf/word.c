#include <stdio.h>

int main(void)
{
	char name[8];
	scanf("%s", name); /* violated */
	return 0;
}
