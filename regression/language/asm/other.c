/* A lock prefix alone is no fence: this adds 1, if the target knows the instruction. */
#include <assert.h>

int x;

int main(void)
{
	__asm__ volatile("lock; addl $1,%0" : "+m"(x));
	assert(x == 1);
	return 0;
}
