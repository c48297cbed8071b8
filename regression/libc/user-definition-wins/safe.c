#include <assert.h>

unsigned long strlen(const char *s)
{
	return s[0] == 'x' ? 99 : 1;
}

int main(void)
{
	assert(strlen("xyz") == 99);
}
