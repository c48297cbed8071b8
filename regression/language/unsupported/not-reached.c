#define _DEFAULT_SOURCE
#include <unistd.h>

int main(void)
{
	int here = 1;
	if (here == 0)
		return brk(0);
	return 1;
}
