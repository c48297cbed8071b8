#define _DEFAULT_SOURCE
#include <unistd.h>

int main(void)
{
	int here = 1;
	if (brk(0) == 0)
		return here;
	return 1;
}
