#include <string.h>

int main(void)
{
	char s[4];
	strncpy(s, "abcdef", sizeof s);
	s[3] = 0;
	return strlen(s) != 3;
}
