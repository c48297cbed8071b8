/* A register.  LOST: what is written is forgotten, so that a state after a write is like one after a
 * read, but for what the specification has done. */
#include "client.h"

static atomic_int value;

static void *client(void *number) {
	(void)number;
	for (int k = 0; k < OPS; k++)
		switch (__mt_op(3)) {
		case 0: {
			__mt_call(0);
			int now = value;
			__mt_return(0, now);
			break;
		}
		case 1: {
			__mt_call(1);
#ifdef LOST
			value = 0;
#else
			value = 1;
#endif
			__mt_return(1);
			break;
		}
		default: return NULL;
		}
	return NULL;
}

static int kept;

void __mt_spec_0(void) {
	__mt_result(0, kept);
}

void __mt_spec_1(void) {
	kept = 1;
	__mt_result(1);
}

int main(void) {
	run_clients();
	return 0;
}
