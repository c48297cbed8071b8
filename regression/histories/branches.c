/* A register; what is written is an input, of which the library only asks whether it is 0.
 * FORGETS: it keeps none, so that the input is only in what the specification has done. */
#include "client.h"

int __VERIFIER_nondet_int(void);
static atomic_int value, writes;

static void put(int new) {
	if (new == 0)
		writes = 1;
	else
		writes = 1;
#ifdef FORGETS
	value = 0;
#else
	value = new;
#endif
}

static void *client(void *number) {
	switch (__mt_op(number ? 1 : 2)) {
	case 0: {
		__mt_call(0);
		int now = value;
		__mt_return(0, now);
		break;
	}
	case 1: {
		int new = __VERIFIER_nondet_int();
		__mt_call(1, new);
		put(new);
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
