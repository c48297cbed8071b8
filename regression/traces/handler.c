/* A handler sees a value that is too large: a small one is reported, as without signals. */
#include <assert.h>
#include <signal.h>

#ifdef SAFE
#define LIMIT 2147483647
#else
#define LIMIT 100
#endif

int __VERIFIER_nondet_int(void);

static volatile int level, seen;

static void look(int number)
{
	(void)number;
	seen = level;
}

int main(void)
{
	signal(SIGINT, look);
	level = __VERIFIER_nondet_int();
	assert(seen <= LIMIT);
	return 0;
}
