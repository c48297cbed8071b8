#include <assert.h>
#include <string.h>

int main(void)
{
	char s[3] = "abc";
	assert(strlen(s) == 3); /* violated */
}
