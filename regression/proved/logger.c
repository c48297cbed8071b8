/* A logger with a ring, a thread and SIGTERM.  The bug: lines are dropped silently. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { SLOTS = 2, LINE = 8, LINES = 3 };

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	char line[SLOTS][LINE];
	unsigned head, count, dropped;
	int stop;
} ring = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static volatile sig_atomic_t terminated;
static unsigned logged, written;

static void on_term(int n) {
	(void)n;
	terminated = 1;
}

static void log_line(const char *text) {
	pthread_mutex_lock(&ring.lock);
	logged++;
	if (ring.count == SLOTS)
#ifdef BUG /* nobody counts it */
		;
#else
		ring.dropped++;
#endif
	else {
		char *to = ring.line[(ring.head + ring.count++) % SLOTS];
		strncpy(to, text, LINE - 1);
		to[LINE - 1] = 0;
		pthread_cond_signal(&ring.changed);
	}
	pthread_mutex_unlock(&ring.lock);
}

static void *writer(void *p) {
	pthread_mutex_lock(&ring.lock);
	for (;;) {
		while (!ring.count && !ring.stop)
			pthread_cond_wait(&ring.changed, &ring.lock);
		if (!ring.count)
			break;
		char line[LINE];
		strcpy(line, ring.line[ring.head]);
		ring.head = (ring.head + 1) % SLOTS;
		ring.count--;
		pthread_mutex_unlock(&ring.lock);
		puts(line);
		pthread_mutex_lock(&ring.lock);
		written++;
	}
	pthread_mutex_unlock(&ring.lock);
	return p;
}

int main(void) {
	pthread_t t;
	signal(SIGTERM, on_term);
	if (pthread_create(&t, NULL, writer, NULL))
		return 1;
	for (int i = 0; i < LINES && !terminated; i++)
		log_line("hello");
	pthread_mutex_lock(&ring.lock);
	ring.stop = 1;
	pthread_cond_signal(&ring.changed);
	pthread_mutex_unlock(&ring.lock);
	pthread_join(t, NULL);
	assert(written + ring.dropped == logged);
	return 0;
}
