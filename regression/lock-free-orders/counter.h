/* What the locks of this folder are tried on: each thread takes the lock once and counts, plainly. */
#include "threads.h"

static void lock(int i);
static void unlock(int i);

static int count;

static void *body(void *number) {
	int i = *(int *)number;
	lock(i);
	count++;
	unlock(i);
	return NULL;
}

int main(void) {
	run(body);
	assert(count == THREADS);
	return 0;
}
