/* A pool of blocks of memory: free ones are a stack of indices whose top has a counter beside it,
 * so that it never is what it was (ABA).  Blocks that are given back twice are refused.  Mistakes:
 * NO_COUNTER: the counter stays 0; TWO_STEPS: give looks whether the block is taken, and then says
 * that it is not, so that two may give it back. */
#include "pool.h"

#include <stdatomic.h>
#include <stdlib.h>

#ifdef NO_COUNTER
#define ONE 0
#else
#define ONE 16 /* the counter is above 4 bits of the number: index + 1, 0 for none */
#endif

struct pool {
	atomic_uint top;
	atomic_uint next[POOL_BLOCKS + 1];
	atomic_bool taken[POOL_BLOCKS];
};

struct pool *pool_create(void) {
	struct pool *pool = malloc(sizeof *pool);
	if (!pool)
		abort();
	for (unsigned i = 0; i <= POOL_BLOCKS; i++)
		atomic_init(&pool->next[i], i ? i - 1 : 0);
	for (int i = 0; i < POOL_BLOCKS; i++)
		atomic_init(&pool->taken[i], false);
	atomic_init(&pool->top, POOL_BLOCKS);
	return pool;
}

void pool_destroy(struct pool *pool) {
	free(pool);
}

bool pool_take(struct pool *pool, int *block) {
	unsigned top = atomic_load(&pool->top), next;
	do {
		if (top % 16 == 0)
			return false;
		next = atomic_load(&pool->next[top % 16]);
	} while (!atomic_compare_exchange_strong(&pool->top, &top, top - top % 16 + ONE + next));
	*block = (int)(top % 16) - 1;
	atomic_store(&pool->taken[*block], true);
	return true;
}

bool pool_give(struct pool *pool, int block) {
	unsigned number = (unsigned)block + 1, top;
#ifdef TWO_STEPS
	if (!atomic_load(&pool->taken[block]))
		return false;
	atomic_store(&pool->taken[block], false);
#else
	if (!atomic_exchange(&pool->taken[block], false))
		return false;
#endif
	top = atomic_load(&pool->top);
	do
		atomic_store(&pool->next[number], top % 16);
	while (!atomic_compare_exchange_strong(&pool->top, &top, top - top % 16 + ONE + number));
	return true;
}
