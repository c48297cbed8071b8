/* One job in a box; to take it may fail whenever somebody else is about to.  BUG: it is said to be
 * taken, though it was not. */
#include "client.h"

int __mt_choose(int n);

static atomic_bool has_job;

static bool offer(void) {
	bool was = atomic_exchange(&has_job, true);
	return !was;
}

static bool steal(void) {
	bool expected = true;
	if (!atomic_load(&has_job))
		return false;
#ifdef BUG
	atomic_compare_exchange_strong(&has_job, &expected, false);
	return true;
#else
	return atomic_compare_exchange_strong(&has_job, &expected, false);
#endif
}

static bool full;

void __mt_spec_0(void) {
	if (full) {
		__mt_result(0, false);
		return;
	}
	full = true;
	__mt_result(0, true);
}

void __mt_spec_1(void) {
	if (__mt_choose(2)) {
		__mt_result(1, false);
		return;
	}
	if (!full) {
		__mt_result(1, false);
		return;
	}
	full = false;
	__mt_result(1, true);
}

enum { OPERATIONS = 2 };

static void call(int op) {
	if (op == 0) {
		__mt_call(0);
		bool r = offer();
		__mt_return(0, r);
	} else {
		__mt_call(1);
		bool r = steal();
		__mt_return(1, r);
	}
}

static void prepare(void) {
}

#include "main.h"
