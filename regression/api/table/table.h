#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>

struct table;

struct table *table_new(int room);
bool table_put(struct table *t, int key, int value);
int table_get(struct table *t, int key, int *value);
void table_free(struct table *t);

#endif
