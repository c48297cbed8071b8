#include <assert.h>
#include <stdlib.h>

int main(void)
{
	char *end;
	assert(atoi("  -42x") == -42 && strtol("0x1f", &end, 0) == 31 && *end == 0);
	assert(strtol("99999999999999999999", 0, 10) > 0 && atof("2.5") == 2.5);
	assert(abs(-3) == 3);
}
