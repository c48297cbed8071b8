/* logger -- a program that works until SIGTERM and logs through a ring.
 *
 * log_message puts a line into a ring in memory and never waits for the disk; if the ring is full,
 * the line is dropped and counted.  One thread writes the lines to the file.  SIGTERM ends the work:
 * what is in the ring is still written, then the numbers must add up.
 *
 *     logger FILE
 *
 * With BUG the handler logs a line itself: the thread that it interrupts may hold the lock of the
 * ring. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RING_SIZE = 2, LINE_SIZE = 16, ROUNDS = 1 };

struct line {
	size_t length;
	char text[LINE_SIZE];
};

struct logger {
	int fd;
	pthread_mutex_t lock;
	pthread_cond_t filled;
	struct line ring[RING_SIZE]; /* the lines first, ..., first + count - 1, modulo RING_SIZE */
	unsigned first, count;
	bool closing;
	unsigned accepted, dropped;
	unsigned written, lost; /* of the thread that writes */
	pthread_t writer;
};

static struct logger logger = {
	.fd = -1,
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.filled = PTHREAD_COND_INITIALIZER,
};

static volatile sig_atomic_t terminated;

/* Never waits for the file; false if there was no room. */
static bool log_message(struct logger *l, char level, unsigned number)
{
	struct line line;
	int length = snprintf(line.text, sizeof line.text, "%c%u\n", level, number);
	if (length < 0)
		return false;
	line.length = (size_t)length < sizeof line.text ? (size_t)length : sizeof line.text - 1;

	pthread_mutex_lock(&l->lock);
	bool fits = l->count < RING_SIZE && !l->closing;
	if (fits) {
		l->ring[(l->first + l->count) % RING_SIZE] = line;
		l->count++;
		l->accepted++;
		pthread_cond_signal(&l->filled);
	} else {
		l->dropped++;
	}
	pthread_mutex_unlock(&l->lock);
	return fits;
}

/* The next line, or false if there will be none. */
static bool take_line(struct logger *l, struct line *line)
{
	pthread_mutex_lock(&l->lock);
	while (l->count == 0 && !l->closing)
		pthread_cond_wait(&l->filled, &l->lock);
	bool found = l->count > 0;
	if (found) {
		*line = l->ring[l->first];
		l->first = (l->first + 1) % RING_SIZE;
		l->count--;
	}
	pthread_mutex_unlock(&l->lock);
	return found;
}

static void *write_lines(void *argument)
{
	struct logger *l = argument;
	struct line line;
	while (take_line(l, &line)) {
		assert(line.length > 0 && line.length < LINE_SIZE);
		/* One call for a line, so that lines of several processes do not mix. */
		ssize_t done = write(l->fd, line.text, line.length);
		if (done == (ssize_t)line.length)
			l->written++;
		else
			l->lost++;
	}
	return NULL;
}

static bool open_logger(struct logger *l, const char *path)
{
	l->fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	if (l->fd < 0) {
		perror(path);
		return false;
	}
	/* The thread that writes is not to be interrupted. */
	sigset_t all, before;
	sigfillset(&all);
	int error = pthread_sigmask(SIG_SETMASK, &all, &before);
	if (error == 0) {
		error = pthread_create(&l->writer, NULL, write_lines, l);
		pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
	if (error != 0) {
		fprintf(stderr, "no thread: %s\n", strerror(error));
		close(l->fd);
		return false;
	}
	return true;
}

static bool close_logger(struct logger *l)
{
	pthread_mutex_lock(&l->lock);
	l->closing = true;
	pthread_cond_signal(&l->filled);
	pthread_mutex_unlock(&l->lock);
	pthread_join(l->writer, NULL);
	assert(l->count == 0);
	assert(l->accepted == l->written + l->lost);
	if (close(l->fd) != 0) {
		perror("close");
		return false;
	}
	return l->lost == 0;
}

static void on_terminate(int number)
{
	(void)number;
#ifdef BUG
	log_message(&logger, 'W', (unsigned)number);
#endif
	terminated = 1;
}

static bool handle_signals(void)
{
	struct sigaction action;
	memset(&action, 0, sizeof action);
	action.sa_handler = on_terminate;
	sigemptyset(&action.sa_mask);
	return sigaction(SIGTERM, &action, NULL) == 0;
}

/* What the program is there for. */
static void work(void)
{
	struct timespec pause = {0, 1000000};
	for (unsigned round = 0; round < ROUNDS && !terminated; round++) {
		log_message(&logger, 'I', round);
		nanosleep(&pause, NULL);
	}
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: logger FILE\n");
		return 2;
	}
	if (!open_logger(&logger, argv[1]))
		return 1;
	if (!handle_signals())
		perror("SIGTERM is not handled");
	work();
	bool ok = close_logger(&logger);
	if (logger.dropped > 0)
		fprintf(stderr, "%u lines dropped\n", logger.dropped);
	return ok ? 0 : 1;
}
