/* A lock that is waited for: taken by exchange in a loop; only who has it releases it.  BUG: it is
 * taken after one look at it. */
#include "client.h"

static atomic_int word;
static _Thread_local bool mine;

static void acquire(void) {
#ifdef BUG
	while (atomic_load(&word))
		;
	atomic_store(&word, 1);
	POINT();
#else
	while (atomic_exchange(&word, 1))
		;
	POINT();
#endif
}

static void release(void) {
	atomic_store(&word, 0);
	POINT();
}

static bool is_taken;

void __mt_spec_0(void) {
	__CPROVER_assume(!is_taken);
	is_taken = true;
	__mt_result(0);
}

void __mt_spec_1(void) {
	is_taken = false;
	__mt_result(1);
}

enum { OPERATIONS = 2 };

static void call(int op) {
	if (op == 0 && !mine) {
		__mt_call(0);
		acquire();
		__mt_return(0);
		mine = true;
	} else if (op == 1 && mine) {
		mine = false;
		__mt_call(1);
		release();
		__mt_return(1);
	}
}

static void prepare(void) {
}

#include "main.h"
