#include <assert.h>
#include <stdio.h>

int main(void)
{
	int x = 5;
	scanf("%d", &x);
	assert(x != 1234); /* violated */
}
