#include <pthread.h>
#include <stddef.h>

static _Atomic int has_read;
static int seen;

static void *run(void *argument) {
	int *lent = argument;
	has_read = 1;
	seen = *lent;
	return NULL;
}

int main(void) {
	pthread_t t;
	int own = 2;
	pthread_create(&t, NULL, run, &own);
	for (;;)
		if (has_read)
			pthread_exit(NULL);
}
