/* write may write less than it was asked to. */
#include <assert.h>
#include <stddef.h>
#include <unistd.h>

static const char text[] = "hello";

int main(void)
{
	size_t done = 0;
	ssize_t n;
#ifdef BUG
	n = write(1, text, sizeof text);
	done = n > 0 ? (size_t)n : 0;
#else
	do {
		n = write(1, text + done, sizeof text - done);
		done += n > 0 ? (size_t)n : 0;
	} while (n > 0 && done < sizeof text);
#endif
	assert(n < 0 || done == sizeof text);
	return 0;
}
