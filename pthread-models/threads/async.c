/* __CPROVER_ASYNC_n: labels, see frontend/lower/lower_async.c: a thread that nobody joins. */
#include "thread.h"

struct thread_attributes;
int pthread_create(unsigned long *, const struct thread_attributes *, void *(*)(void *), void *);
int pthread_detach(unsigned long);
int pthread_join(unsigned long, void **);

/* Threads that --thread starts, see frontend/program/entry_threads.c. */
unsigned long __model_start(void *(*start)(void *)) {
	unsigned long thread;
	__mc_assume(pthread_create(&thread, NULL, start, NULL) == 0);
	return thread;
}

void __model_finish(unsigned long thread) {
	pthread_join(thread, NULL);
}

/* What the thread is told lives as long as the program. */
void *__model_async_data(size_t n) {
	return __mc_alloc(n, __mc_internal);
}

void __model_async(void *(*start)(void *), void *data) {
	unsigned long thread;
	__mc_assume(pthread_create(&thread, NULL, start, data) == 0);
	pthread_detach(thread);
}
