/* The file that defines pool_add was forgotten: the answer says what it rests on. */
#include <assert.h>

extern int pool_add(int *pool, int n);
int used;

int main(void) {
	int pool[4] = {0};
	pool_add(pool, 2);
	assert(used == 0);
	return 0;
}
