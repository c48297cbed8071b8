#include <assert.h>
#include <string.h>

int main(void)
{
	int a[3];
	memset(a, 0xff, sizeof a);
	assert(a[0] == -1 && a[2] == -1);
	memset(&a[1], 1, 2);
	assert(a[1] == (int)0xffff0101);
}
