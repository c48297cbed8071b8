/* A ticket lock as kernels had it: takes a ticket, then waits for the owner with an event. */
#include <assert.h>
#include <pthread.h>

struct ticket {
	unsigned short owner, next;
};

#ifdef BUG
#define IF_FREE "b "
#else
#define IF_FREE "cbz %w1, "
#endif

struct ticket lock;
int balance;

static void acquire(struct ticket *l)
{
	unsigned int value, tmp, owner;
	__asm__ volatile("	prfm	pstl1strm, %3\n"
	                 "1:	ldaxr	%w0, %3\n"
	                 "	add	%w1, %w0, %w5\n"
	                 "	stxr	%w2, %w1, %3\n"
	                 "	cbnz	%w2, 1b\n"
	                 "	eor	%w1, %w0, %w0, ror #16\n"
	                 "	" IF_FREE "3f\n"
	                 "	sevl\n"
	                 "2:	wfe\n"
	                 "	ldaxrh	%w2, %4\n"
	                 "	eor	%w1, %w2, %w0, lsr #16\n"
	                 "	cbnz	%w1, 2b\n"
	                 "3:"
	                 : "=&r"(value), "=&r"(tmp), "=&r"(owner), "+Q"(*l)
	                 : "Q"(l->owner), "I"(1 << 16)
	                 : "memory");
}

static void release(struct ticket *l)
{
	unsigned short next = l->owner + 1;
	__asm__ volatile("stlrh %w1, %0" : "=Q"(l->owner) : "r"(next) : "memory");
}

static void *pay(void *argument)
{
	acquire(&lock);
	balance = balance + 1;
	release(&lock);
	return argument;
}

int main(void)
{
	pthread_t other;
	pthread_create(&other, 0, pay, 0);
	pay(0);
	pthread_join(other, 0);
	assert(balance == 2);
	return 0;
}
