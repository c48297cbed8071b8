/* As loop.c, but no execution passes the loop by. */
#include <assert.h>

int main(void)
{
	int s = 0;
	for (int i = 0; i < 10; i++)
		s++;
	assert(s == WANTED);
	return 0;
}
