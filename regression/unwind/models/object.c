/* A string that was read, in a large buffer: the bound says how far it is followed, and the end of
 * a literal or of a small array over constants is reached whatever it says. */
#include <assert.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	char buf[4096], ones[40];
	assert(strlen("a literal of thirty characters") == 30);
	memset(ones, 1, sizeof ones);
	assert(!memchr(ones, 2, sizeof ones));
	long n = read(0, buf, sizeof buf - 1);
	if (n < 0)
		return 1;
	buf[n] = 0;
	unsigned long k = strlen(buf);
	assert(k <= n - DIFFERENCE);
	char *line = memchr(buf, '\n', n);
	assert(!line || line < buf + n);
	return 0;
}
