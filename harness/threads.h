/* harness/threads.h -- threads of the program: what any way to create one has in common.
 *
 * With turns.lock held, but threads_run and threads_end.
 */
#ifndef HARNESS_THREADS_H
#define HARNESS_THREADS_H

#include <pthread.h>

#pragma GCC visibility push(hidden)

struct threads_start { /* of malloc; threads_run frees it */
	void *(*run)(void *);
	void *argument;
	int number;
};

/* A new thread, which is to call threads_run; its number is known once it is created. */
struct threads_start *threads_new(void *(*run)(void *), void *argument);
void threads_know(int number, pthread_t id);
void *threads_run(struct threads_start *);
void threads_end(void); /* the thread does its last elements; main: at pthread_exit */

int threads_find(pthread_t id);   /* NOBODY: none of the program */
void threads_release(int number); /* somebody waits for its end: it runs on without elements */

#pragma GCC visibility pop

#endif
