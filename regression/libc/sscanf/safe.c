#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	int major = 0, minor = 0;
	char name[8];
	assert(sscanf("tool-12.34", "%7[^-]-%d.%d", name, &major, &minor) == 3);
	assert(strcmp(name, "tool") == 0 && major == 12 && minor == 34);
	assert(sscanf("x", "%d", &major) == 0 && major == 12);
}
