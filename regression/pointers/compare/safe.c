#include <assert.h>
#include <stddef.h>

int main(void)
{
	int x, y, a[4], *p = a, *q = a + 3;
	assert(&x != &y && p != NULL && q > p && q - p == 3 && p - q == -3);
	char *c = (char *)p;
	assert(c + 12 == (char *)q && (void *)c == (void *)a);
	struct {
		int first, second;
	} s;
	assert((void *)&s == (void *)&s.first && &s.second > &s.first);
}
