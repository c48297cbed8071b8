/* A handler ends a wait for a semaphore, unless it was set with SA_RESTART. */
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>

static sem_t s;

static void handle(int number) {
}

int main(void) {
	struct sigaction a;
	memset(&a, 0, sizeof a);
	a.sa_handler = handle;
	a.sa_flags = FLAGS;
	sem_init(&s, 0, 0);
	sigaction(SIGUSR1, &a, NULL);
	if (sem_wait(&s) != 0) {
		assert(errno == EINTR);
		assert(0);
	}
}
