/* A child has only the thread that forks: a mutex that another one holds stays locked. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *count(void *unused) {
	(void)unused;
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void add(void) {
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
}

static void lock(void) {
	pthread_mutex_lock(&m);
}

static void unlock(void) {
	pthread_mutex_unlock(&m);
}

int main(void) {
	pthread_t t;
#ifndef BUG
	pthread_atfork(lock, unlock, unlock);
#endif
	pthread_create(&t, NULL, count, NULL);
	pid_t child = fork();
	if (child == 0) {
		add();
		execl("/bin/true", "true", (char *)NULL);
		_exit(1);
	}
	pthread_join(t, NULL);
	if (child > 0)
		waitpid(child, NULL, 0);
	return 0;
}
