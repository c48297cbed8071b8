#include "pool.h"

static bool taken[POOL_BLOCKS];

void __CPROVER_assume(_Bool);
int __mt_choose(int n);

bool pool_take(struct pool *pool, int *block) {
	(void)pool;
	bool none = true;
	for (int i = 0; i < POOL_BLOCKS; i++)
		none = none && taken[i];
	if (none)
		return false;
	*block = __mt_choose(POOL_BLOCKS); /* any free one */
	__CPROVER_assume(!taken[*block]);
	taken[*block] = true;
	return true;
}

bool pool_give(struct pool *pool, int block) {
	(void)pool;
	bool was_taken = taken[block];
	taken[block] = false;
	return was_taken;
}
