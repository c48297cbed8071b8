#include <assert.h>

static int ready;

__attribute__((unused)) static void prepare(void)
{
	ready = 1;
}

int main(void)
{
	assert(ready == 1); /* violated */
}
