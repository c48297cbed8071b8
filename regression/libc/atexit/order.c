/* Handlers run in reverse order, those registered by a handler next, destructors last: at the end of main and in exit. */
#include <assert.h>
#include <stdlib.h>

#ifndef LAST
#define LAST 3
#endif

int __VERIFIER_nondet_int(void);

static int n;

static void third(void)
{
	assert(n == 2);
	n = 3;
}

static void second(void)
{
	assert(n == 1);
	n = 2;
	atexit(third);
}

static void first(void)
{
	assert(n == 0);
	n = 1;
}

static void informed(int status, void *argument)
{
	assert(n == 0 && argument == &n && (status == 0 || status == 7));
}

__attribute__((destructor)) static void last(void)
{
	assert(n == LAST); /* violated if LAST is not 3 */
}

int main(void)
{
	atexit(second);
	atexit(first);
	on_exit(informed, &n);
	if (__VERIFIER_nondet_int())
		exit(7);
	return 0;
}
