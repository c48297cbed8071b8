/* A cell that cannot be made with less room than 2: then no client shows anything. */
#include "cell.h"
#include <stdatomic.h>
#include <stdlib.h>

struct cell {
	atomic_int value;
};

struct cell *cell_new(int room) {
	struct cell *c = room < 2 ? NULL : malloc(sizeof *c);
	if (c)
		atomic_init(&c->value, 0);
	return c;
}

bool cell_set(struct cell *c, int value) {
	int none = 0;
	return atomic_compare_exchange_strong(&c->value, &none, value);
}

void cell_free(struct cell *c) {
	free(c);
}
