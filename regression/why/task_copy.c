/*
 * task_copy.c - a task is copied for the thread that runs it.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct task {
	int priority;
	char name[8];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int highest;

static struct task *task_copy(const struct task *from)
{
	struct task *t = malloc(sizeof *t);

	memcpy(t, from, sizeof *t);
	return t;
}

static void *run(void *arg)
{
	struct task *t = arg;

	pthread_mutex_lock(&lock);
	if (t->priority > highest)
		highest = t->priority;
	pthread_mutex_unlock(&lock);
	free(t);
	return NULL;
}

int main(void)
{
	struct task task = { .priority = 3, .name = "backup" };
	pthread_t thread;
	struct task *copy = task_copy(&task);

	if (copy == NULL) {
		fprintf(stderr, "out of memory\n");
		return EXIT_FAILURE;
	}
	if (pthread_create(&thread, NULL, run, copy) != 0) {
		free(copy);
		return EXIT_FAILURE;
	}
	pthread_join(thread, NULL);
	printf("%d\n", highest);
	return EXIT_SUCCESS;
}
