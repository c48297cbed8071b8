/* __CPROVER_ASYNC_n: labels, see frontend/lower_async.c: a thread that nobody joins. */
#include "thread.h"

struct thread_attributes;
int pthread_create(unsigned long *, const struct thread_attributes *, void *(*)(void *), void *);
int pthread_detach(unsigned long);

/* What the thread is told lives as long as the program. */
void *__model_async_data(size_t n) {
	return __mc_alloc(n, __mc_internal);
}

void __model_async(void *(*start)(void *), void *data) {
	unsigned long thread;
	__mc_assume(pthread_create(&thread, NULL, start, data) == 0);
	pthread_detach(thread);
}
