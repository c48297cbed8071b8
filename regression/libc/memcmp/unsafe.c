#include <assert.h>
#include <string.h>

struct mixed {
	char c;
	int x;
};

int main(void)
{
	struct mixed a, b;
	a.c = b.c = 1;
	a.x = b.x = 2;
	assert(memcmp(&a, &b, sizeof a) == 0); /* violated */
}
