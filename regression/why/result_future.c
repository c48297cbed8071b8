/*
 * result_future.c - a value that is computed in another thread, and waited
 * for.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct future {
	pthread_mutex_t lock;
	pthread_cond_t ready;
	bool is_ready;
	bool failed;
	int value;
};

static void future_init(struct future *f)
{
	pthread_mutex_init(&f->lock, NULL);
	pthread_cond_init(&f->ready, NULL);
	f->is_ready = f->failed = false;
	f->value = 0;
}

static void future_set(struct future *f, int value)
{
	pthread_mutex_lock(&f->lock);
	f->value = value;
	f->is_ready = true;
	pthread_cond_broadcast(&f->ready);
	pthread_mutex_unlock(&f->lock);
}

static void future_fail(struct future *f)
{
	pthread_mutex_lock(&f->lock);
	f->failed = true;
	f->is_ready = true;
	pthread_mutex_unlock(&f->lock);
}

static bool future_get(struct future *f, int *value)
{
	bool ok;

	pthread_mutex_lock(&f->lock);
	while (!f->is_ready)
		pthread_cond_wait(&f->ready, &f->lock);
	ok = !f->failed;
	if (ok)
		*value = f->value;
	pthread_mutex_unlock(&f->lock);
	return ok;
}

struct division {
	struct future future;
	int dividend, divisor;
};

static void *divide(void *arg)
{
	struct division *d = arg;

	if (d->divisor == 0)
		future_fail(&d->future);
	else
		future_set(&d->future, d->dividend / d->divisor);
	return NULL;
}

int main(void)
{
	struct division d = { .dividend = 6, .divisor = 0 };
	pthread_t thread;
	int value = -1;

	future_init(&d.future);
	if (pthread_create(&thread, NULL, divide, &d) != 0)
		return EXIT_FAILURE;
	if (future_get(&d.future, &value))
		printf("%d\n", value);
	else
		printf("no value\n");
	pthread_join(thread, NULL);
	assert(value == -1);
	return EXIT_SUCCESS;
}
