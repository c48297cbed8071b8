#include <assert.h>
#include <stdlib.h>

int main(void)
{
	assert(rand() % 6 != 5); /* violated */
}
