/* Szymanski's lock: a waiting room whose door is closed by the last one that comes in.
 *   0 outside, 1 wants in, 2 waits for others inside the room, 3 in the doorway, 4 the door is closed
 *
 * WANTS=release: thread 0 stores 1 and still finds thread 1 outside; thread 1 stands in the doorway
 *   and does not find the 1 (store buffering).  It closes the door and enters; thread 0, which has a
 *   smaller number, does not wait for it.
 * UNLOCK=relaxed: who finds 0 again does not know what was done in the section: a race. */
#include "counter.h"

#ifndef WANTS
#define WANTS memory_order_seq_cst
#endif
#ifndef UNLOCK
#define UNLOCK memory_order_release
#endif

static atomic_int flag[THREADS];

static int is_some(int value, int i) {
	int found = 0;
	for (int k = 0; k < THREADS; k++)
		if (k != i && atomic_load(&flag[k]) == value)
			found = 1;
	return found;
}

static void lock(int i) {
	atomic_store_explicit(&flag[i], 1, WANTS);
	for (int k = 0; k < THREADS; k++)
		while (k != i && atomic_load(&flag[k]) >= 3)
			;
	atomic_store(&flag[i], 3);
	if (is_some(1, i)) {
		atomic_store(&flag[i], 2);
		while (!is_some(4, i))
			;
	}
	atomic_store(&flag[i], 4);
	for (int k = 0; k < i; k++)
		while (atomic_load(&flag[k]) >= 2)
			;
}

static int is_at_door(int value) {
	return value == 2 || value == 3;
}

static void unlock(int i) {
	for (int k = i + 1; k < THREADS; k++)
		while (is_at_door(atomic_load(&flag[k])))
			;
	atomic_store_explicit(&flag[i], 0, UNLOCK);
}
