/*
 * logger.c - asynchronous logger.
 *
 * log_printf() formats a line and appends it to a ring; a background
 * thread writes the lines out.  log_close() stops the thread and must
 * not lose lines.
 *
 * BUG: the writer leaves its loop as soon as it sees the stop flag, even
 * if there are lines in the ring.
 */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define RING_SIZE 4
#define LINE_SIZE 16

enum level { LOG_INFO, LOG_WARN };

struct line {
	enum level level;
	char text[LINE_SIZE];
};

static struct logger {
	struct line ring[RING_SIZE];
	unsigned first, used;
	bool stop;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t thread;

	/* statistics, read after log_close() */
	unsigned accepted, dropped, written, warnings;
} logger = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.changed = PTHREAD_COND_INITIALIZER,
};

static void emit(const struct line *l)
{
	if (l->level == LOG_WARN)
		logger.warnings++;
	fputs(l->level == LOG_WARN ? "warning: " : "", stdout);
	puts(l->text);
}

static void *log_thread(void *arg)
{
	struct logger *lg = arg;

	pthread_mutex_lock(&lg->lock);
	for (;;) {
		while (lg->used == 0 && !lg->stop)
			pthread_cond_wait(&lg->changed, &lg->lock);
#ifdef BUG
		if (lg->stop)
#else
		if (lg->used == 0)
#endif
			break;

		struct line l = lg->ring[lg->first];
		lg->first = (lg->first + 1) % RING_SIZE;
		lg->used--;

		/* don't hold the lock while we do I/O */
		pthread_mutex_unlock(&lg->lock);
		emit(&l);
		pthread_mutex_lock(&lg->lock);
		lg->written++;
	}
	pthread_mutex_unlock(&lg->lock);
	return NULL;
}

static int log_open(void)
{
	return pthread_create(&logger.thread, NULL, log_thread, &logger);
}

static void log_printf(enum level level, const char *fmt, ...)
{
	struct line l = { .level = level };
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(l.text, sizeof l.text, fmt, ap);
	va_end(ap);

	pthread_mutex_lock(&logger.lock);
	if (logger.used == RING_SIZE) {
		logger.dropped++; /* better than to block the caller */
	} else {
		logger.ring[(logger.first + logger.used) % RING_SIZE] = l;
		logger.used++;
		logger.accepted++;
		pthread_cond_signal(&logger.changed);
	}
	pthread_mutex_unlock(&logger.lock);
}

static void log_close(void)
{
	pthread_mutex_lock(&logger.lock);
	logger.stop = true;
	pthread_cond_signal(&logger.changed);
	pthread_mutex_unlock(&logger.lock);
	pthread_join(logger.thread, NULL);
}

static void *worker(void *arg)
{
	int id = *(int *)arg;

	log_printf(LOG_INFO, "worker %d", id);
	if (id == 2)
		log_printf(LOG_WARN, "%s", "low on disk");
	return NULL;
}

int main(void)
{
	pthread_t w[2];
	int ids[2] = { 1, 2 };

	if (log_open() != 0)
		return 1;
	for (int i = 0; i < 2; i++)
		if (pthread_create(&w[i], NULL, worker, &ids[i]) != 0)
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(w[i], NULL);
	log_close();

	assert(logger.written == logger.accepted);
	assert(logger.accepted + logger.dropped == 3);
	assert(logger.warnings == 1 || logger.dropped > 0);
	return 0;
}
