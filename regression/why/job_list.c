/*
 * job_list.c - jobs are pushed onto a list without a lock; a worker takes them
 * all at once.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
	_Atomic(void (*)(int)) run;
	atomic_int argument;
	_Atomic(struct job *) next;
};

static _Atomic(struct job *) jobs;
static atomic_int result;

static void add_to_result(int n)
{
	atomic_fetch_add(&result, n);
}

static int push(int argument)
{
	struct job *j = calloc(1, sizeof *j);
	struct job *first;

	if (j == NULL)
		return -1;
	j->argument = argument;
	first = jobs;
	do
		j->next = first;
	while (!atomic_compare_exchange_weak(&jobs, &first, j));
	j->run = add_to_result;
	return 0;
}

static void run_all(void)
{
	struct job *j = atomic_exchange(&jobs, NULL);

	while (j != NULL) {
		struct job *next = j->next;
		void (*run)(int) = j->run;

		run(j->argument);
		free(j);
		j = next;
	}
}

static void *worker(void *arg)
{
	run_all();
	return arg;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, worker, NULL) != 0)
		return EXIT_FAILURE;
	if (push(5) != 0)
		return EXIT_FAILURE;
	pthread_join(thread, NULL);
	run_all();
	printf("%d\n", result);
	return result == 5 ? EXIT_SUCCESS : EXIT_FAILURE;
}
