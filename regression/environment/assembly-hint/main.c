/* The header has another way around the instruction. */
#include <assert.h>

#include "mix.h"

int main(void)
{
	unsigned x = 3;
	assert(MIX(x) == 6);
	return 0;
}
