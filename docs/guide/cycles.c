/* How long does the work take?  The counter is read by an instruction that C does not know. */
#include <assert.h>

static unsigned long cycles(void)
{
	unsigned long now;
	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(now));
	return now;
}

int main(void)
{
	unsigned long before = cycles();
	unsigned long after = cycles();
	assert(after >= before);
	return 0;
}
