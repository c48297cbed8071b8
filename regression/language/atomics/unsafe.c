#include <assert.h>
#include <stdatomic.h>

int main(void)
{
	atomic_int n = 3;
	assert(atomic_fetch_add(&n, 4) == 7); /* violated */
}
