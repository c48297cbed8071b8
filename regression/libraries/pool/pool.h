#pragma once

#include <stdbool.h>

#define POOL_BLOCKS 2

struct pool;

struct pool *pool_create(void);
void pool_destroy(struct pool *pool);
bool pool_take(struct pool *pool,
               int *block); /* false: none is free, or one is just being given back */
bool pool_give(struct pool *pool, int block); /* false: it was not taken */
