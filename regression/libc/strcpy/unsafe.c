#include <string.h>

int main(void)
{
	char s[8];
	strcpy(s, "abc");
	strcat(s, "defgh"); /* violated */
	return 0;
}
