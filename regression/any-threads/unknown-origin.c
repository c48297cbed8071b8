/* Two pointers of unknown origin, one of which is the other plus 4.  That what is behind them lies
 * apart, as is assumed of such pointers, contradicts this, and must not prove everything else.  KNOWN:
 * they point into an array, and there is a proof. */
#include "any.h"

int *any(void);
static int cells[2], *p, *q, flag;

static void *worker(void *arg) {
	*p = 1;
	*q = 2;
#ifdef BUG
	flag = 1;
#endif
	return arg;
}

int main(void) {
	pthread_t t;
#ifdef KNOWN
	p = cells;
#else
	p = any();
#endif
	q = p + 1;
	while (more()) {
		pthread_create(&t, NULL, worker, NULL);
		assert(flag == 0);
	}
}
