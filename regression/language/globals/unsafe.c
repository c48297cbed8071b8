#include <assert.h>

extern int shared;
int bump(void);

int main(void)
{
	assert(bump() == 5); /* violated */
}
