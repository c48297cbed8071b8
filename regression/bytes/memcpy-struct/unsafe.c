#include <assert.h>
#include <string.h>

struct pair {
	short a;
	long b;
};

int main(void)
{
	struct pair x = {1, -2}, y = {0, 0};
	memcpy(&y, &x, sizeof x.a);
	assert(y.a == 1 && y.b == -2); /* violated */
}
