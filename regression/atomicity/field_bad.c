/* A field behind a pointer, in a block of the heap. */
#include <pthread.h>
#include <stdlib.h>

static struct node {
	int n;
} *p;

static void *worker(void *unused) {
	p->n = 7;
	return unused;
}

int main(void) {
	pthread_t a;
	p = malloc(sizeof *p);
	p->n = 0;
	pthread_create(&a, NULL, worker, NULL);
	p->n += 2;
	pthread_join(a, NULL);
	return 0;
}
