#include <assert.h>
#include <stdio.h>

int main(void)
{
	char c = (char)getchar();
	assert(c != 'q'); /* violated */
}
