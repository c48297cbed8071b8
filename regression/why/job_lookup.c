/*
 * job_lookup.c - a table of jobs with a lock for each row.
 *
 * lookup() returns the row locked, and the caller unlocks it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 2

enum state { IDLE, RUNNING, DONE };

struct row {
	pthread_mutex_t lock;
	int id;
	enum state state;
};

static struct row row[ROWS];

static struct row *lookup(int id)
{
	for (int i = 0; i < ROWS; i++) {
		pthread_mutex_lock(&row[i].lock);
		if (row[i].id == id)
			return &row[i];
		pthread_mutex_unlock(&row[i].lock);
	}
	return NULL;
}

static bool job_start(int id)
{
	struct row *r = lookup(id);
	bool started = false;

	if (r == NULL)
		return false;
	switch (r->state) {
	case IDLE:
		r->state = RUNNING;
		started = true;
		break;
	case RUNNING:
		return false;
	case DONE:
		break;
	}
	pthread_mutex_unlock(&r->lock);
	return started;
}

static void *starter(void *arg)
{
	int *started = arg;

	*started = job_start(7);
	return NULL;
}

int main(void)
{
	pthread_t thread[2];
	int started[2] = { 0, 0 };
	struct row *r;

	for (int i = 0; i < ROWS; i++) {
		pthread_mutex_init(&row[i].lock, NULL);
		row[i].id = 6 + i;
	}
	for (int i = 0; i < 2; i++)
		if (pthread_create(&thread[i], NULL, starter, &started[i]) != 0)
			return EXIT_FAILURE;
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	assert(started[0] + started[1] == 1);
	r = lookup(7);
	assert(r != NULL && r->state == RUNNING);
	pthread_mutex_unlock(&r->lock);
	printf("job 7 is running\n");
	return EXIT_SUCCESS;
}
