#include <assert.h>
#include <unistd.h>

int main(void)
{
	char b[4] = {0};
	ssize_t n = read(0, b, sizeof b);
	assert(n >= -1 && n <= 4);
	if (n <= 0)
		assert(b[0] == 0);
}
