/* Two registers that are read together, after Afek, Attiya, Dolev, Gafni, Merritt, Shavit, "Atomic
 * snapshots of shared memory", JACM 1993: the part of it that is lock-free.  A scan reads both
 * until it has found the same twice.  Mistakes: ONE_COLLECT: it reads them once; HALF_COMPARED: it
 * looks again at the second one only. */
#include "snapshot.h"

#include <stdbool.h>

#define ONE 256u

void snapshot_init(struct snapshot *snapshot) {
	atomic_init(&snapshot->cells[0], 0);
	atomic_init(&snapshot->cells[1], 0);
}

void snapshot_update(struct snapshot *snapshot, int cell, int value) {
	unsigned old = atomic_load(&snapshot->cells[cell]);
	while (!atomic_compare_exchange_strong(&snapshot->cells[cell], &old,
	                                       old - old % ONE + ONE + (unsigned)value))
		;
}

static bool same(unsigned first, unsigned second, unsigned first_again, unsigned second_again) {
#ifdef ONE_COLLECT
	(void)first, (void)second, (void)first_again, (void)second_again;
	return true;
#elif defined HALF_COMPARED
	(void)first, (void)first_again;
	return second == second_again;
#else
	return first == first_again && second == second_again;
#endif
}

void snapshot_scan(struct snapshot *snapshot, int *first, int *second) {
	for (;;) {
		unsigned a = atomic_load(&snapshot->cells[0]), b = atomic_load(&snapshot->cells[1]);
		unsigned a_again = atomic_load(&snapshot->cells[0]),
		         b_again = atomic_load(&snapshot->cells[1]);
		if (same(a, b, a_again, b_again)) {
			*first = (int)(a % ONE);
			*second = (int)(b % ONE);
			return;
		}
	}
}
