/* config_store.c - a configuration that logs its changes. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "config_log.h"

static pthread_mutex_t config_lock = PTHREAD_MUTEX_INITIALIZER;
static int level = 1;
static int changes;

int config_get_level(void)
{
	int n;

	pthread_mutex_lock(&config_lock);
	n = level;
	pthread_mutex_unlock(&config_lock);
	return n;
}

void config_set_level(int to)
{
	pthread_mutex_lock(&config_lock);
	level = to;
	changes++;
	log_always("level is now", to);
	pthread_mutex_unlock(&config_lock);
}

static void *worker(void *arg)
{
	log_line("worker", 1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, worker, NULL) != 0)
		return EXIT_FAILURE;
	config_set_level(0);
	pthread_join(thread, NULL);
	assert(changes == 1);
	assert(log_lines() <= 2);
	return EXIT_SUCCESS;
}
