/* A counter whose additions are atomic; SPLIT: a read and a write. */
#include "client.h"

static atomic_int count;

static void *client(void *number) {
	(void)number;
	for (int k = 0; k < OPS; k++)
		switch (__mt_op(3)) {
		case 0:
			__mt_call(0);
#ifdef SPLIT
			count = count + 1;
#else
			count++;
#endif
			__mt_return(0);
			break;
		case 1: {
			__mt_call(1);
			int now = count;
			__mt_return(1, now);
			break;
		}
		default: return NULL;
		}
	return NULL;
}

static int kept;

void __mt_spec_0(void) {
	kept++;
	__mt_result(0);
}

void __mt_spec_1(void) {
	__mt_result(1, kept);
}

int main(void) {
	run_clients();
	return 0;
}
