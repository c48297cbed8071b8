/* BUG: what was read is sold, whoever else has read it. */
#include "tickets.h"

enum { ALL = 100000 };

void tickets_init(struct tickets *t) {
	atomic_init(&t->next, 0);
}

bool tickets_take(struct tickets *t, unsigned *number) {
	unsigned next = atomic_load(&t->next);
	while (next < ALL) {
#ifdef BUG
		atomic_store(&t->next, next + 1);
		if (true) {
#else
		if (atomic_compare_exchange_weak(&t->next, &next, next + 1)) {
#endif
			*number = next;
			return true;
		}
	}
	return false;
}

unsigned tickets_sold(struct tickets *t) {
	return atomic_load(&t->next);
}
