/* Memory that two threads are given by address: a local variable of main, a block, and a structure
 * that is copied at once.  LOCKED: each change is made under a lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pair {
	int first, second;
};

struct job {
	int *sum;
	struct pair *from;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *data) {
	struct job *job = data;
#ifdef LOCKED
	pthread_mutex_lock(&m);
#endif
	struct pair mine = *job->from;
	*job->sum += mine.first + mine.second;
#ifdef LOCKED
	pthread_mutex_unlock(&m);
#endif
	return NULL;
}

int main(void) {
	int sum = 0;
	struct job job = {&sum, malloc(sizeof(struct pair))};
	if (!job.from)
		return 0;
	*job.from = (struct pair){1, 2};
	pthread_t a, b;
	(void)m;
	pthread_create(&a, NULL, add, &job);
	pthread_create(&b, NULL, add, &job);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(sum == 6);
	free(job.from);
	return 0;
}
