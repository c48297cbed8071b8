/* The atomic instructions of ARMv8.1: exactly one thread sets the bit, takes the token and gets the
 * smaller number. */
#include <assert.h>
#include <pthread.h>

unsigned int bits, token = 1, next;
int owner[2];

static unsigned int set(unsigned int *p, unsigned int mask)
{
	unsigned int old;
	__asm__ volatile("ldsetal %w1, %w0, %2" : "=r"(old), "+r"(mask), "+Q"(*p) : : "memory");
	return old & mask;
}

static unsigned int take(unsigned int *p)
{
	unsigned int none = 0, old;
	__asm__ volatile("swpal %w1, %w0, [%2]" : "=&r"(old) : "r"(none), "r"(p) : "memory");
	return old;
}

static int claim(int *p, int self)
{
	int seen = 0;
#ifdef BUG
	__asm__ volatile("ldr %w0, %1\n\tcbnz %w0, 1f\n\tstr %w2, %1\n1:" : "=&r"(seen), "+Q"(*p) : "r"(self) : "memory");
#else
	__asm__ volatile("casal %w0, %w2, %1" : "+r"(seen), "+Q"(*p) : "r"(self) : "memory");
#endif
	return seen == 0;
}

static void *run(void *argument)
{
	unsigned int number;
	int won = !set(&bits, 4) + take(&token);
	__asm__ volatile("ldaddal %w2, %w0, %1" : "=r"(number), "+Q"(next) : "r"(1) : "memory");
	owner[number] = won;
	int mine = claim(&owner[1], 7);
	__asm__ volatile("stclr %w1, %0" : "+Q"(bits) : "r"(mine ? 0 : 8) : "memory");
	return argument;
}

static int both;

static void *claims(void *argument)
{
	if (claim(&owner[1], 7))
		__asm__ volatile("stadd %w1, %0" : "+Q"(both) : "r"(1) : "memory");
	return argument;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, claims, 0);
	pthread_create(&b, 0, claims, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(both == 1);
	pthread_create(&a, 0, run, 0);
	pthread_join(a, 0);
	assert(bits == 4 && token == 0 && next == 1 && owner[0] == 2);
	return 0;
}
