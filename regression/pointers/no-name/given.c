/* Memory behind a pointer of unknown origin is given to a function without a body. */
#include <assert.h>

void change(int *);

int main(void) {
	int *p, here = 1;
	*p = 1;
	change(p);
#ifdef BUG
	here++;
#endif
	assert(here == 1);
	return 0;
}
