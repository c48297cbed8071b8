/* util/base/map.h -- hash map from 64-bit keys to 64-bit values; open addressing.
 *
 * All-zero is a valid empty map.  Keys are anything that fits: numbers, or pointers to
 * interned things through map_key.
 */
#ifndef UTIL_BASE_MAP_H
#define UTIL_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map {
	struct map_slot {
		uint64_t key, value;
		bool used;
	} * at;
	size_t n, cap;
};

static inline uint64_t map_key(const void *p) {
	return (uint64_t)(uintptr_t)p;
}

static inline uint64_t map_hash(uint64_t x) {
	x ^= x >> 33;
	x *= 0xff51afd7ed558ccdULL;
	x ^= x >> 33;
	x *= 0xc4ceb9fe1a85ec53ULL;
	return x ^ (x >> 33);
}

bool map_get(const struct map *, uint64_t key, uint64_t *value); /* value may be NULL */
void map_put(struct map *, uint64_t key, uint64_t value);        /* replaces */
void map_clear(struct map *);                                    /* keeps the memory */
void map_free(struct map *);

#endif
