#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char name[8];
	if (scanf("%7s", name) == 1)
		assert(strlen(name) >= 1 && strlen(name) <= 7);
}
