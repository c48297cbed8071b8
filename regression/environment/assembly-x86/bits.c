/* Bits as kernels set and test them: exactly one thread finds the bit clear. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
#define LOCK ""
#else
#define LOCK "lock; "
#endif

unsigned long word, flag;
int winners;

static int test_and_set(long nr, volatile unsigned long *p)
{
	int old;
	__asm__ volatile(LOCK "btsq %2, %1\n\tsbbl %0, %0" : "=r"(old), "+m"(*p) : "Ir"(nr) : "memory");
	return old;
}

static _Bool test_and_clear(long nr, volatile unsigned long *p)
{
	_Bool old;
	__asm__ volatile(LOCK "btrq %2, %1" : "=@ccc"(old), "+m"(*p) : "Ir"(nr) : "memory");
	return old;
}

/* Jumps if the bit was set. */
static int try_flag(void)
{
	__asm__ goto(LOCK "btsq $3, %0\n\tjc %l[taken]" : : "m"(flag) : "memory", "cc" : taken);
	return 1;
taken:
	return 0;
}

static void *run(void *argument)
{
	int won = 0;
	if (!test_and_set(5, &word))
		won++;
	if (try_flag())
		won += 2;
	__asm__ volatile("lock; addl %1, %0" : "+m"(winners) : "r"(won) : "memory", "cc");
	return argument;
}

int main(void)
{
	pthread_t other;
	pthread_create(&other, 0, run, 0);
	run(0);
	pthread_join(other, 0);
	assert(word == 32 && flag == 8);
	assert(winners == 3);
	assert(test_and_clear(5, &word) && !test_and_clear(5, &word) && word == 0);
	return 0;
}
