#include <assert.h>
#include <string.h>

int main(void)
{
	int a[3];
	memset(a, 0xff, sizeof a + 1); /* violated */
	assert(a[0] == -1 && a[2] == -1);
}
