#include <assert.h>
#include <string.h>

int main(void)
{
	char s[] = "abcdef";
	memcpy(s + 1, s, 5); /* violated */
	assert(s[0] == 'a');
}
