/* Of an array, too, const is a promise of its definition, and a cast does not lift it. */
#include <assert.h>

#ifdef CONST
static const int table[2][2] = {{1, 2}, {3, 4}};
#else
static int table[2][2] = {{1, 2}, {3, 4}};
#endif

int main(void)
{
	int *p = (int *)&table[1][0];
	*p = 5; /* violated if CONST */
	assert(p[0] + p[1] == 9);
}
