/* A handler has the errno of the thread it runs in. */
#include <assert.h>
#include <errno.h>
#include <signal.h>

static void handle(int number) {
	int before = errno;
	errno = EAGAIN;
	if (RESTORES)
		errno = before;
}

int main(void) {
	signal(SIGUSR1, handle);
	errno = EINTR;
	assert(errno == EINTR);
}
