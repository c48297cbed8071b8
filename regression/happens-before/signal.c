/* pthread_kill happens before sigwait returns with that signal; a relaxed flag does not. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;
static sigset_t set;

static void *reader(void *arg) {
#ifdef RACE
	if (!atomic_load_explicit(&flag, memory_order_relaxed))
		return arg;
#else
	int number;
	sigwait(&set, &number);
#endif
	return (void *)(long)data;
}

int main(void) {
	pthread_t a;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&a, NULL, reader, NULL);
	data = 1;
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	pthread_kill(a, SIGUSR1);
	pthread_join(a, NULL);
	return 0;
}
