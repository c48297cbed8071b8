#include "table.h"

/* A table that finds nothing. */
bool table_put(struct table *t, int key, int value) {
	(void)t, (void)key, (void)value;
	return true;
}

int table_get(struct table *t, int key, int *value) {
	(void)t, (void)key, (void)value;
	return 0;
}
