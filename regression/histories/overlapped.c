/* While a call is open, the calls of another thread may take effect in any order; a call that never overlaps may not.
 * ALWAYS: the reader keeps its old value even if the writer's call came before the open one. */
#include "client.h"

static atomic_int busy, early, value;

static void *client(void *number) {
	if (!number) {
		__mt_op(1);
		__mt_call(0);
		busy = 1;
		busy = 0;
		__mt_return(0);
		return NULL;
	}
	__mt_op(2);
	__mt_call(1);
	early = busy;
	value = 1;
	__mt_return(1);
	__mt_op(4);
	__mt_call(2);
#ifdef ALWAYS
	int now = busy ? 0 : value;
#else
	int now = early && busy ? 0 : value;
#endif
	__mt_return(2, now);
	return NULL;
}

static int kept;

void __mt_spec_0(void) {
	__mt_result(0);
}

void __mt_spec_1(void) {
	kept = 1;
	__mt_result(1);
}

void __mt_spec_2(void) {
	__mt_result(2, kept);
}

int main(void) {
	run_clients();
	return 0;
}
