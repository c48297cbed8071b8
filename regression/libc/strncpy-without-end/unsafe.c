#include <string.h>

int main(void)
{
	char s[4];
	strncpy(s, "abcdef", sizeof s);
	return strlen(s) != 3; /* violated */
}
