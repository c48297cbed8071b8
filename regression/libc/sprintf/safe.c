#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char s[12];
	assert(sprintf(s, "%d-%s%c", -42, "ab", 'c') == 7 && strcmp(s, "-42-abc") == 0);
	assert(snprintf(s, 4, "%05x", 0xabcu) == 5 && strcmp(s, "00a") == 0);
}
