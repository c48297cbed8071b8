#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *s = strdup("abc");
	assert(strcmp(s, "abc") == 0);
	free(s);
}
