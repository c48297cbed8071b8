/* sigsetjmp saves the mask of signals if it is told to, and the jump restores it: the handler runs again.  What
 * setjmp has put into the buffer since has no mask; a copy of the buffer has one. */
#define _GNU_SOURCE
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>

static sigjmp_buf first, buffer;
static volatile int n;

static void handle(int number) {
	n++;
	siglongjmp(buffer, 1);
}

int main(void) {
	signal(SIGFPE, handle);
#ifdef COPY
	sigsetjmp(first, SAVES);
	memcpy(buffer, first, sizeof buffer);
#else
	sigsetjmp(buffer, SAVES);
#endif
#ifdef AGAIN
	AGAIN(buffer);
#endif
	if (n < 2)
		raise(SIGFPE);
	assert(n < 2);
}
