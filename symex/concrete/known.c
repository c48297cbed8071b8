#include "symex/concrete/known.h"

void known_free(struct known *k) {
	map_free(&k->ways);
}

unsigned known_ways(const struct known *k, uint32_t location) {
	uint64_t ways;
	return map_get(&k->ways, location, &ways) ? (unsigned)ways : 0;
}

void known_add(struct known *k, uint32_t location, bool jumps) {
	unsigned ways = known_ways(k, location);
	if (ways & way_of(jumps))
		return;
	k->n++;
	map_put(&k->ways, location, ways | way_of(jumps));
}
