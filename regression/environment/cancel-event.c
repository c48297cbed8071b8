/* A thread that sleeps in poll or epoll_wait is woken by its cancellation, unless it has disabled
 * that. */
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event, list;

static void *sleeper(void *unused)
{
	(void)unused;
#ifdef BUG
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
#endif
#ifdef EPOLL
	struct epoll_event e;
	epoll_wait(list, &e, 1, -1);
#else
	struct pollfd p = {event, POLLIN, 0};
	poll(&p, 1, -1);
#endif
	return NULL;
}

int main(void)
{
	pthread_t t;
	struct epoll_event e = {.events = EPOLLIN};
	event = eventfd(0, 0);
	if (event < 0)
		return 1;
	list = epoll_create1(0);
	if (list < 0 || epoll_ctl(list, EPOLL_CTL_ADD, event, &e) != 0)
		return 1;
	if (pthread_create(&t, NULL, sleeper, NULL) != 0)
		return 1;
	pthread_cancel(t);
	pthread_join(t, NULL);
	return 0;
}
