/* ppoll and its kin let a signal through only if they end with EINTR; what is ready comes first, and
 * then the signal stays pending. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

static int p[2];
static volatile sig_atomic_t ran;

static void handle(int number) {
	ran = 1;
}

static void *send(void *to) {
	pthread_kill(*(pthread_t *)to, SIGUSR1);
	if (write(p[1], "x", 1) != 1)
		abort();
	return NULL;
}

static int wait_for_it(const sigset_t *mask) {
#ifdef SELECT
	fd_set in;
	FD_ZERO(&in);
	FD_SET(p[0], &in);
	return pselect(p[0] + 1, &in, NULL, NULL, NULL, mask);
#elif defined EPOLL
	struct epoll_event e = {EPOLLIN}, told;
	int ep = epoll_create1(0);
	if (ep < 0 || epoll_ctl(ep, EPOLL_CTL_ADD, p[0], &e) != 0)
		exit(1);
	return epoll_pwait(ep, &told, 1, -1, mask);
#else
	struct pollfd entry = {p[0], POLLIN, 0};
	return ppoll(&entry, 1, NULL, mask);
#endif
}

int main(void) {
	pthread_t t, me = pthread_self();
	sigset_t mask, before;
	signal(SIGUSR1, handle);
	sigemptyset(&mask);
	sigaddset(&mask, SIGUSR1);
	sigprocmask(SIG_BLOCK, &mask, &before);
	if (pipe(p) != 0 || pthread_create(&t, NULL, send, &me) != 0)
		return 1;
	int ready = wait_for_it(&before);
	int interrupted = ready == -1 && errno == EINTR;
	assert(ready == 1 || interrupted);
	assert(ran == interrupted);
	assert(!ran || !INTERRUPTED_NEVER);
	assert(ran || !INTERRUPTED_ALWAYS);
	pthread_join(t, NULL);
}
