/* A semaphore by compare-and-swap: the wait fails at 0.  BUG: the value that it takes one from is
 * not the one that it has looked at. */
#include "client.h"

static atomic_uint tokens = 2;

static bool try_wait(void) {
	unsigned old = atomic_load(&tokens);
	while (old) {
#ifdef BUG
		atomic_fetch_sub(&tokens, 1);
		POINT();
		return true;
#else
		if (atomic_compare_exchange_strong(&tokens, &old, old - 1)) {
			POINT();
			return true;
		}
#endif
	}
	POINT();
	return false;
}

static bool post(void) {
	unsigned old = atomic_load(&tokens);
	while (old < 1000)
		if (atomic_compare_exchange_strong(&tokens, &old, old + 1)) {
			POINT();
			return true;
		}
	POINT();
	return false;
}

static unsigned left = 2;

void __mt_spec_0(void) {
	if (left)
		__mt_result(0, left-- > 0);
	else
		__mt_result(0, false);
}

void __mt_spec_1(void) {
	bool fits = left < 1000;
	if (fits)
		left++;
	__mt_result(1, fits);
}

enum { OPERATIONS = 2 };

static void call(int op) {
	if (op == 0) {
		__mt_call(0);
		bool r = try_wait();
		__mt_return(0, r);
	} else {
		__mt_call(1);
		bool r = post();
		__mt_return(1, r);
	}
}

static void prepare(void) {
}

#include "main.h"
