/* A lock that is tried, and released.  BUG: it is tested and then set. */
#include "client.h"

static atomic_bool taken;

static bool take(void) {
#ifdef BUG
	bool was = atomic_load(&taken);
	if (!was)
		atomic_store(&taken, true);
#else
	bool was = atomic_exchange(&taken, true);
#endif
	POINT();
	return !was;
}

static void release(void) {
	atomic_store(&taken, false);
	POINT();
}

static bool is_taken;

void __mt_spec_0(void) {
	if (is_taken) {
		__mt_result(0, false);
		return;
	}
	is_taken = true;
	__mt_result(0, true);
}

void __mt_spec_1(void) {
	is_taken = false;
	__mt_result(1);
}

enum { OPERATIONS = 2 };

static void call(int op) {
	if (op == 0) {
		__mt_call(0);
		bool r = take();
		__mt_return(0, r);
	} else {
		__mt_call(1);
		release();
		__mt_return(1);
	}
}

static void prepare(void) {
}

#include "main.h"
