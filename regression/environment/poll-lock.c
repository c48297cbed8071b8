/* A loop over two pipes that keeps the lock while it sleeps: who would wake it needs the lock. */
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int a[2], b[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	if (write(b[1], "x", 1) != 1)
		_exit(1);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t;
	if (pipe(a) != 0 || pipe(b) != 0 || pthread_create(&t, NULL, writer, NULL) != 0)
		return 1;
	struct pollfd p[2] = {{a[0], POLLIN, 0}, {b[0], POLLIN, 0}};
	pthread_mutex_lock(&lock);
#ifdef BUG
	int n = poll(p, 2, -1);
	pthread_mutex_unlock(&lock);
#else
	pthread_mutex_unlock(&lock);
	int n = poll(p, 2, -1);
#endif
	if (n == 1 && (p[0].revents != 0 || p[1].revents != POLLIN))
		return *(volatile int *)0;
	pthread_join(t, NULL);
	return 0;
}
