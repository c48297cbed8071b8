/*
 * shutdown_signal.c - a server that ends gracefully on SIGTERM.
 *
 * The main thread accepts requests and queues them for a worker.  On
 * SIGTERM it stops accepting, lets the worker finish what is queued, and
 * writes the statistics.
 *
 * BUG: the handler takes the lock to tell the worker.  If the signal hits
 * the main thread while it holds the lock itself, the server hangs.  The
 * fixed version only sets a flag, and main looks at it.
 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_REQUESTS 3

static volatile sig_atomic_t got_term;

static struct {
	pthread_mutex_t lock;
	pthread_cond_t wake;
	bool stop;
	int queued;
	int served;
} server = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.wake = PTHREAD_COND_INITIALIZER,
};

static void server_stop(void)
{
	pthread_mutex_lock(&server.lock);
	server.stop = true;
	pthread_cond_signal(&server.wake);
	pthread_mutex_unlock(&server.lock);
}

static void on_term(int sig)
{
	(void)sig;
	got_term = 1;
#ifdef BUG
	server_stop();
#endif
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&server.lock);
	while (!server.stop || server.queued > 0) {
		if (server.queued == 0) {
			pthread_cond_wait(&server.wake, &server.lock);
			continue;
		}
		server.queued--;
		/* handle the request ... */
		server.served++;
	}
	pthread_mutex_unlock(&server.lock);
	return arg;
}

static void submit(void)
{
	pthread_mutex_lock(&server.lock);
	server.queued++;
	pthread_cond_signal(&server.wake);
	pthread_mutex_unlock(&server.lock);
}

int main(void)
{
	pthread_t w;
	struct sigaction sa;
	sigset_t term;
	int accepted = 0;

	memset(&sa, 0, sizeof sa);
	sa.sa_handler = on_term;
	sigemptyset(&sa.sa_mask);
	if (sigaction(SIGTERM, &sa, NULL) != 0)
		return EXIT_FAILURE;

	/* the worker inherits the mask: only main handles the signal */
	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &term, NULL);
	if (pthread_create(&w, NULL, worker, NULL) != 0)
		return EXIT_FAILURE;
	pthread_sigmask(SIG_UNBLOCK, &term, NULL);

	while (!got_term && accepted < MAX_REQUESTS) {
		submit();
		accepted++;
	}
	server_stop();
	pthread_join(w, NULL);

	assert(server.queued == 0);
	assert(server.served == accepted);
	printf("served %d requests%s\n", server.served, got_term ? ", terminated" : "");
	return EXIT_SUCCESS;
}
