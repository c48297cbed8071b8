#include <pthread.h>
#include <stdlib.h>

struct job {
	int input, output;
};

static void *run(void *argument) {
	struct job *job = argument;
	job->output = job->input + 1;
	return NULL;
}

int main(void) {
	struct job *job = malloc(sizeof *job);
	pthread_t t;
	job->input = 1;
	pthread_create(&t, NULL, run, job);
	free(job);
	pthread_join(t, NULL);
}
