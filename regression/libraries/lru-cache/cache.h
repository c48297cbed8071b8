#pragma once

#include <stdbool.h>

#define CACHE_SIZE 2

struct cache;

struct cache *cache_create(void);
void cache_destroy(struct cache *cache);
void cache_put(struct cache *cache, int key, int value);
bool cache_get(struct cache *cache, int key, int *value); /* false: it is not there */
