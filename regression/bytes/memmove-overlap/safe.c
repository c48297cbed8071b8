#include <assert.h>
#include <string.h>

int main(void)
{
	char s[] = "abcdef";
	memmove(s + 1, s, 5);
	assert(s[0] == 'a' && s[1] == 'a' && s[5] == 'e' && s[6] == 0);
	memmove(s, s + 2, 4);
	assert(s[0] == 'b' && s[3] == 'e');
}
