/* A null pointer to a function ends the execution, too. */
#include <assert.h>

static void (*handler)(void);
int n;

int main(void)
{
	n = 1;
#ifdef BUG
	assert(n == 0);
#endif
	handler();
	assert(0); /* never */
	return 0;
}
