/* Hints and fences change nothing. */
#include <assert.h>
#include <emmintrin.h>

#ifndef VALUE
#define VALUE 3
#endif

int x = 3;

int main(void)
{
	int y = 3;
	__asm__ volatile("" ::: "memory");
	__asm__ volatile("rep; nop" ::: "memory");
	__asm__ volatile("pause\n\tnop" : "+r"(y));
	__asm__ volatile("mfence" ::: "memory");
	__asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
	__asm__ volatile("DMB ish\n" ::: "memory");
	__asm__ volatile("isb");
	__asm__ volatile("dsb sy; yield" ::: "memory");
	__builtin_ia32_pause();
	__builtin_ia32_mfence();
	_mm_pause();
	_mm_lfence();
	_mm_sfence();
	assert(x == VALUE);
	assert(y == VALUE);
}
