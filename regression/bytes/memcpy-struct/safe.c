#include <assert.h>
#include <string.h>

struct pair {
	short a;
	long b;
};

int main(void)
{
	struct pair x = {1, -2}, y;
	memcpy(&y, &x, sizeof x);
	assert(y.a == 1 && y.b == -2);
}
