/* Two cells that are only set.  RELAXED: under C11, two threads that set one each may both find the
 * other one as it was; in an interleaving of the same accesses they do not. */
#include "client.h"

#ifdef RELAXED
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_seq_cst
#endif

static atomic_int cell[2];

static void *client(void *number) {
	int mine = number != NULL;
	for (int k = 0; k < OPS; k++)
		switch (__mt_op(3)) {
		case 0:
			__mt_call(0, mine);
			atomic_store_explicit(&cell[mine], 1, ORDER);
			__mt_return(0);
			break;
		case 1: {
			__mt_call(1, !mine);
			int found = atomic_load_explicit(&cell[!mine], ORDER);
			__mt_return(1, found);
			break;
		}
		default: return NULL;
		}
	return NULL;
}

static int kept[2];

void __mt_spec_0(int which) {
	kept[which] = 1;
	__mt_result(0);
}

void __mt_spec_1(int which) {
	__mt_result(1, kept[which]);
}

int main(void) {
	run_clients();
	return 0;
}
