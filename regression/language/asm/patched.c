/* A jump that is patched in at run time: the label stands only in another section. */
#include <assert.h>

static int enabled(void)
{
	__asm__ goto("1: nop\n\t.pushsection table, \"a\"\n\t.quad 1b, %l[yes]\n\t.popsection" : : : : yes);
	return 0;
yes:
	return 1;
}

int main(void)
{
	assert(!enabled());
	return 0;
}
