/* A thread takes signals with sigwait. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static sigset_t set;
static int got;

static void *wait_for_it(void *unused) {
	sigwait(&set, &got);
	return NULL;
}

int main(void) {
	pthread_t t;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, OTHER);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&t, NULL, wait_for_it, NULL);
	pthread_join(t, NULL);
	assert(got == SIGTERM);
}
