/* A counter by compare-and-swap.  BUG: it is read and then written. */
#include "client.h"

static atomic_uint counter;

static unsigned increment(void) {
	unsigned old = atomic_load(&counter);
#ifdef BUG
	atomic_store(&counter, old + 1);
#else
	while (!atomic_compare_exchange_strong(&counter, &old, old + 1))
		;
#endif
	POINT();
	return old;
}

static unsigned get(void) {
	unsigned value = atomic_load(&counter);
	POINT();
	return value;
}

static unsigned count;

void __mt_spec_0(void) {
	__mt_result(0, count++);
}

void __mt_spec_1(void) {
	__mt_result(1, count);
}

enum { OPERATIONS = 2 };

static void call(int op) {
	if (op == 0) {
		__mt_call(0);
		unsigned r = increment();
		__mt_return(0, r);
	} else {
		__mt_call(1);
		unsigned r = get();
		__mt_return(1, r);
	}
}

static void prepare(void) {
}

#include "main.h"
