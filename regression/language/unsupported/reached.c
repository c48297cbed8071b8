#include <unistd.h>

int main(void)
{
	int here = 1;
	if (fork() == 0)
		return here;
	return 1;
}
