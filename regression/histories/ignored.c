/* A register that is written in two steps.  IGNORED: the value makes no difference, so that states
 * between the two steps are equal, but for what was called. */
#include "client.h"

static atomic_int value, writes;

static void *client(void *number) {
	switch (__mt_op(number ? 1 : 2)) {
	case 0: {
		__mt_call(0);
		int now = value;
		__mt_return(0, now);
		break;
	}
	case 1: {
		int new = __mt_choose(2);
		__mt_call(1, new);
#ifdef IGNORED
		new = 0;
#endif
		writes = 1;
		value = new;
		__mt_return(1);
		break;
	}
	default: break;
	}
	return NULL;
}

static int kept;

void __mt_spec_0(void) {
	__mt_result(0, kept);
}

void __mt_spec_1(int new) {
	kept = new;
	__mt_result(1);
}

int main(void) {
	run_clients();
	return 0;
}
