/*
 * config_reload.c - a configuration is replaced; whoever reads the old one is
 * waited for first.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct config {
	int workers;
	int timeout;
};

static pthread_rwlock_t config_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct config config = { .workers = 2, .timeout = 30 };
static pthread_t readers[2];
static int seen[2];

static int get_timeout(void)
{
	int n;

	pthread_rwlock_rdlock(&config_lock);
	n = config.timeout;
	pthread_rwlock_unlock(&config_lock);
	return n;
}

static void *reader(void *arg)
{
	int *timeout = arg;

	*timeout = get_timeout();
	return NULL;
}

static void reload(const struct config *to)
{
	pthread_rwlock_wrlock(&config_lock);
	for (int i = 0; i < 2; i++)
		pthread_join(readers[i], NULL);
	config = *to;
	pthread_rwlock_unlock(&config_lock);
}

int main(void)
{
	struct config next = { .workers = 4, .timeout = 60 };

	for (int i = 0; i < 2; i++)
		if (pthread_create(&readers[i], NULL, reader, &seen[i]) != 0)
			return EXIT_FAILURE;
	reload(&next);
	assert(seen[0] == 30 && seen[1] == 30);
	printf("timeout %d\n", get_timeout());
	return EXIT_SUCCESS;
}
