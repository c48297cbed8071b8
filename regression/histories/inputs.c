/* A register with values that are inputs.  LOW: it keeps only the low byte, which most inputs
 * show. */
#include "client.h"

int __VERIFIER_nondet_int(void);
static atomic_int value;

static void *client(void *number) {
	(void)number;
	for (int k = 0; k < OPS; k++)
		switch (__mt_op(3)) {
		case 0: {
			int new = __VERIFIER_nondet_int();
			__mt_call(0, new);
#ifdef LOW
			value = new & 255;
#else
			value = new;
#endif
			__mt_return(0);
			break;
		}
		case 1: {
			__mt_call(1);
			int now = value;
			__mt_return(1, now);
			break;
		}
		default: return NULL;
		}
	return NULL;
}

static int kept;

void __mt_spec_0(int new) {
	kept = new;
	__mt_result(0);
}

void __mt_spec_1(void) {
	__mt_result(1, kept);
}

int main(void) {
	run_clients();
	return 0;
}
