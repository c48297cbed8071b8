#include <stdio.h>

int main(void)
{
	char name[4];
	return sscanf("tool-12", "%[^-]", name); /* violated */
}
