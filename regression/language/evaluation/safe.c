#include <assert.h>

static int calls;

static int bump(int result)
{
	calls++;
	return result;
}

int main(void)
{
	int x = 5;
	if (bump(0) && bump(1))
		x = 0;
	if (bump(1) || bump(1))
		x++;
	assert(calls == 2 && x == 6);
	x = (bump(1), 7) + (bump(1) ? x++ : x--);
	assert(calls == 4 && x == 13);
	x = ({
		int y = x;
		y += 2;
		y * 2;
	});
	assert(x == 30 && (bump(9) ?: 1) == 9 && calls == 5);
}
