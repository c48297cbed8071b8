/* In the syntax of Intel the target comes first, which is not known. */
#include <assert.h>

int main(void)
{
	int a = 1, b = 2;
	__asm__("mov %0, %1" : "+r"(a), "+r"(b));
	assert(a == 2);
	return 0;
}
