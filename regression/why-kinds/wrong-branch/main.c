/* Cause: the test of line 9 is inverted: NULL is dereferenced at 10 since p == NULL. */
#include <stddef.h>

struct box {
	int n;
};

static int get(const struct box *p) {
	if (p == NULL)
		return p->n;
	return 0;
}

int main(void) {
	return get(NULL);
}
