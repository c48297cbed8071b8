/*
 * parallel_sum.c - adds up an array in parts, one thread for each.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH  4
#define THREADS 2

struct part {
	pthread_t thread;
	int begin, end; /* end is the first that does not belong to it */
};

static const int number[LENGTH] = { 3, 1, 4, 1 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add_part(void *arg)
{
	const struct part *p = arg;
	int mine = 0;

	for (int i = p->begin; i <= p->end && i < LENGTH; i++)
		mine += number[i];
	pthread_mutex_lock(&lock);
	sum += mine;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	struct part part[THREADS];
	int expected = 0;

	for (int i = 0; i < THREADS; i++) {
		part[i].begin = i * LENGTH / THREADS;
		part[i].end = (i + 1) * LENGTH / THREADS;
		if (pthread_create(&part[i].thread, NULL, add_part, &part[i]) != 0)
			return EXIT_FAILURE;
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(part[i].thread, NULL);
	for (int i = 0; i < LENGTH; i++)
		expected += number[i];
	assert(sum == expected);
	printf("%d\n", sum);
	return EXIT_SUCCESS;
}
