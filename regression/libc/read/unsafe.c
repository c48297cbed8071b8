#include <unistd.h>

int main(void)
{
	char b[4] = {0};
	ssize_t n = read(0, b, sizeof b);
	return b[n - 1]; /* violated */
}
