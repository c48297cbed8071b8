#include <assert.h>
#include <string.h>

int main(void)
{
	char s[8];
	strcpy(s, "abc");
	strcat(s, "defg");
	assert(strcmp(s, "abcdefg") == 0 && strcmp("a", "b") < 0 && strncmp("abx", "aby", 2) == 0);
	strncpy(s, "xyzw", 3);
	assert(s[2] == 'z' && s[3] == 'd');
}
