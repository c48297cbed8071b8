/* A register whose reader keeps a copy, which an operation of its own renews.  CACHED: a read is
 * answered from the copy and has no visible step, so that only real time makes it dependent on the
 * writes.  It is wrong if it is called after a write since then has returned, and right if it is
 * called at the end of the step that renews the copy. */
#include "client.h"

static atomic_int value;

static int get(int copy) {
#ifdef CACHED
	return copy;
#else
	(void)copy;
	return value;
#endif
}

static void *client(void *number) {
	int copy = 0;
	for (int k = 0; k < OPS; k++)
		switch (__mt_op(number ? 1 : k ? 4 : 2)) {
		case 0:
			__mt_call(0, k + 1);
			value = k + 1;
			__mt_return(0);
			break;
		case 1:
			__mt_call(1);
			copy = value;
			__mt_return(1);
			break;
		case 2: {
			__mt_call(2);
			int now = get(copy);
			__mt_return(2, now);
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
	__mt_result(1);
}

void __mt_spec_2(void) {
	__mt_result(2, kept);
}

int main(void) {
	run_clients();
	return 0;
}
