#include <assert.h>
#include <string.h>

int main(void)
{
	char s[8] = "abc";
	assert(strlen(s) == 3 && strlen("") == 0);
	s[1] = 0;
	assert(strlen(s) == 1 && strnlen("hello", 2) == 2);
}
