#include <unistd.h>

int main(void)
{
	int here = 1;
	if (here == 0)
		return fork();
	return 1;
}
