#include <assert.h>
#include <stdio.h>

int main(void)
{
	assert(printf("x") == 1); /* violated */
}
