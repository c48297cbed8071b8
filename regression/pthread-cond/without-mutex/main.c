/* To wait without holding the mutex is undefined, unless it is an errorcheck one: EPERM. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = INITIALISER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
	assert(pthread_cond_wait(&c, &m) == RESULT);
}
