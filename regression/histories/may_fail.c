/* A lock that is tried: it may fail at any time, which a deterministic specification does not say.
 * SURE: it does not say so, and the weak lock of this library is no explanation. */
#include "client.h"

static atomic_int held, tried;

static bool try(void) {
	bool others = tried++ > 0;
	bool got = false;
	if (!others) {
		int none = 0;
		got = atomic_compare_exchange_strong(&held, &none, 1);
	}
	tried--;
	return got;
}

static void *client(void *number) {
	(void)number;
	for (int k = 0; k < OPS; k++)
		switch (__mt_op(3)) {
		case 0: {
			__mt_call(0);
			bool got = try();
			__mt_return(0, got);
			break;
		}
		case 1: {
			__mt_call(1);
			bool is = held;
			__mt_return(1, is);
			break;
		}
		default: return NULL;
		}
	return NULL;
}

static bool is_held;

void __mt_spec_0(void) {
	bool got = !is_held;
#ifndef SURE
	if (got && __mt_choose(2))
		got = false;
#endif
	if (got)
		is_held = true;
	__mt_result(0, got);
}

void __mt_spec_1(void) {
	__mt_result(1, is_held);
}

int main(void) {
	run_clients();
	return 0;
}
