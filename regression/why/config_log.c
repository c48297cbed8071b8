/* config_log.c - a log that asks the configuration how much to write. */
#include <pthread.h>
#include <stdio.h>

#include "config_log.h"

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void write_line(const char *text, int value)
{
	printf("%s %d\n", text, value);
	lines++;
}

void log_line(const char *text, int value)
{
	pthread_mutex_lock(&log_lock);
	if (config_get_level() > 0)
		write_line(text, value);
	pthread_mutex_unlock(&log_lock);
}

void log_always(const char *text, int value)
{
	pthread_mutex_lock(&log_lock);
	write_line(text, value);
	pthread_mutex_unlock(&log_lock);
}

int log_lines(void)
{
	int n;

	pthread_mutex_lock(&log_lock);
	n = lines;
	pthread_mutex_unlock(&log_lock);
	return n;
}
