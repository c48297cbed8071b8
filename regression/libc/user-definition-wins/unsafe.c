#include <assert.h>

unsigned long strlen(const char *s);

int main(void)
{
	assert(strlen("xyz") == 99); /* violated */
}
