/* __label__: each expansion of the macro has a label of its own. */
#include <assert.h>
#define FIND(array, n, wanted)              \
	({                                      \
		__label__ found;                    \
		int at = -1;                        \
		for (int i = 0; i < (n); i++)       \
			if ((array)[i] == (wanted)) {   \
				at = i;                     \
				goto found;                 \
			}                               \
	found:                                  \
		at;                                 \
	})
int main(void) {
	int a[] = {4, 5, 6};
	assert(FIND(a, 3, 5) == WANTED);
	assert(FIND(a, 3, 7) == -1);
	{
		__label__ out;
		if (a[0])
			goto out;
		a[1] = 9;
	out:;
	}
	assert(a[1] == 5);
	return 0;
}
