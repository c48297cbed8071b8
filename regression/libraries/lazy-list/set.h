#pragma once

#include <stdbool.h>

struct set;

struct set *set_create(void);
void set_destroy(struct set *set);
bool set_add(struct set *set, int key);    /* false: it is there */
bool set_remove(struct set *set, int key); /* false: it is not there */
bool set_contains(struct set *set, int key);
