/*
 * argv_workers.c - adds up what is given on the command line, one
 * thread per argument.
 *
 *   argv_workers 3 17 x      # 20, and one that is not a number
 *
 * BUG: every worker gets a pointer to the loop variable, and reads
 * whatever the loop has made of it by then.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_WORKERS 3

struct work {
	const char *text;
	long value;
	int done; /* 1: a number, -1: none */
};

static struct work works[MAX_WORKERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
static int good, bad;

/* Digits only; returns -1 if there is something else. */
static int parse(const char *s, long *out)
{
	long n = 0;

	if (*s == '\0')
		return -1;
	for (; *s; s++) {
		if (*s < '0' || *s > '9')
			return -1;
		n = n * 10 + (*s - '0');
	}
	*out = n;
	return 0;
}

static void *worker(void *arg)
{
	int index = *(int *)arg;
	struct work *w = &works[index];
	long value = 0;
	int ok = parse(w->text, &value) == 0;

	pthread_mutex_lock(&lock);
	w->value = value;
	w->done = ok ? 1 : -1;
	if (ok) {
		total += value;
		good++;
	} else {
		bad++;
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[MAX_WORKERS];
	int index[MAX_WORKERS];
	int n = argc - 1;
	int i;

	if (n < 1) {
		fprintf(stderr, "usage: %s number...\n", argc ? argv[0] : "argv_workers");
		return EXIT_FAILURE;
	}
	if (n > MAX_WORKERS)
		n = MAX_WORKERS;
	for (i = 0; i < n; i++)
		works[i].text = argv[i + 1];
	for (i = 0; i < n; i++) {
		int err;

		index[i] = i;
#ifdef BUG
		err = pthread_create(&threads[i], NULL, worker, &i);
#else
		err = pthread_create(&threads[i], NULL, worker, &index[i]);
#endif
		if (err) {
			errno = err;
			perror("pthread_create");
			return EXIT_FAILURE;
		}
	}
	for (int j = 0; j < n; j++)
		pthread_join(threads[j], NULL);

	for (int j = 0; j < n; j++)
		assert(works[j].done != 0);
	assert(good + bad == n);
	printf("%ld\n", total);
	return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
