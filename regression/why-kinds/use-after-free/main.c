/* Cause: main frees job (23) between T1's test of what it read at 12 and its use (14). */
#include <pthread.h>
#include <stdlib.h>

struct job {
	int n;
};
static struct job *_Atomic job;
static int seen;

static void *look(void *unused) {
	struct job *j = job;
	if (j)
		seen = j->n;
	return unused;
}
int main(void) {
	pthread_t t;
	job = calloc(1, sizeof *job);
	pthread_create(&t, NULL, look, NULL);
	struct job *old = job;
	job = NULL;
	free(old);
	pthread_join(t, NULL);
	return 0;
}
