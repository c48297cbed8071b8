/* The assertion is behind an error that does not happen in the usual environment. */
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
	int end[2];
	if (pipe(end) != 0) {
		assert(errno == EMFILE || errno == ENFILE);
		return 1;
	}
	return 0;
}
