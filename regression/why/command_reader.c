/*
 * command_reader.c - commands come from standard input, a thread counts them.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define LINE_SIZE 8

struct reader {
	pthread_mutex_t lock;
	unsigned commands;
	char line[LINE_SIZE];
};

static struct reader reader = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void read_command(struct reader *r)
{
	ssize_t n = read(STDIN_FILENO, r->line, sizeof r->line);

	r->line[n - 1] = '\0'; /* in place of the newline */
	pthread_mutex_lock(&r->lock);
	r->commands++;
	pthread_mutex_unlock(&r->lock);
}

static void *statistics(void *arg)
{
	struct reader *r = arg;

	pthread_mutex_lock(&r->lock);
	printf("%u commands\n", r->commands);
	pthread_mutex_unlock(&r->lock);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, statistics, &reader) != 0)
		return EXIT_FAILURE;
	read_command(&reader);
	pthread_join(thread, NULL);
	return EXIT_SUCCESS;
}
