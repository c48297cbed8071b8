/* Cause: read() (10) returns 0 or -1 and is not tested: buffer[n - 1] (12) is out of bounds. */
#include <unistd.h>

static char buffer[16];

int main(void) {
	long n;
	char last;

	n = read(0, buffer, sizeof buffer);

	last = buffer[n - 1];
	return last == '\n';
}
