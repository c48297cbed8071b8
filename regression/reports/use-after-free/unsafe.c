#include <pthread.h>
#include <stdlib.h>

struct job {
	int id, done;
};
static struct job *job;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static struct job *job_new(void) {
	struct job *j = calloc(1, sizeof *j);
	if (!j)
		exit(1);
	return j;
}

static void *worker(void *unused) {
	pthread_mutex_lock(&m);
	free(job);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	job = job_new();
	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	job->done = 1;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
