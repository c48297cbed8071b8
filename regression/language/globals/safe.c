#include <assert.h>

extern int shared;
int bump(void);
static int hidden = 1;

int main(void)
{
	shared = 4;
	assert(bump() == 5 && shared == 5 && hidden == 1);
}
