/* A register.  STALE: the reader keeps a copy, which no other thread writes, so that it never sees
 * anything: an order of the calls that does not respect real time explains that, none in real time.
 * The reader has no visible step at all, so that only real time makes steps of the two dependent. */
#include "client.h"

#ifndef WRITER
#define WRITER 0
#endif

static atomic_int value;
static int copy;

static int get(void) {
#ifndef STALE
	copy = value;
#endif
	return copy;
}

static void *client(void *number) {
	for (int k = 0; k < OPS; k++)
		switch (__mt_op(number == (void *)WRITER ? 1 : 2)) {
		case 0:
			__mt_call(0, k + 1);
			value = k + 1;
			__mt_return(0);
			break;
		case 1: {
			__mt_call(1);
			int now = get();
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
