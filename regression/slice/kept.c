/* What looks as if nothing depended on it: each macro is one reason to keep an instruction. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

int nondet_int(void);
void __CPROVER_assume(int);

#ifndef FLAG
#define FLAG 1
#endif

int x, y, flag, log_of[4], *last = &y;
struct pair {
	int a, b;
} pair;

static void set(int *to, int value) {
	*to = value;
}

static int limit(int n) {
	if (n > 3)
		exit(0);
	return n;
}

static void *other(void *p) {
#if defined SPIN /* a loop without effect waits */
	while (!flag)
		log_of[1]++;
	x = 1;
#elif defined POINTER /* the only write of x is through a pointer that another thread stores */
	int *to = last;
	set(to, 1);
#elif defined LEAVE /* the program may end in a call whose result is not used */
	limit(2 + FLAG);
	x = 1;
#elif defined FIELD /* a field beside the one that is read */
	pair.b = FLAG;
	x = pair.a;
#elif defined NESTED /* a branch around a branch */
	int n = nondet_int();
	if (n > 0)
		if (log_of[0] == FLAG)
			x = 1;
#elif defined ASSUMED /* an assumption about a variable that nothing else reads */
	log_of[2] = nondet_int();
	__CPROVER_assume(log_of[2] == 3);
	if (FLAG)
		x = 1;
#endif
	return p;
}

int main(void) {
	pthread_t t;
#if defined POINTER
	if (FLAG)
		last = &x;
#elif defined FIELD
	struct pair start = {FLAG, 2};
	pair = start;
#endif
	log_of[0] = 1;
	pthread_create(&t, 0, other, 0);
#if defined SPIN
	flag = FLAG;
	log_of[3] = 7;
#elif defined ASSUMED
	log_of[2] = 3;
#endif
#if !defined SPIN
	pthread_join(t, 0);
#endif
	assert(x == 0);
	return 0;
}
