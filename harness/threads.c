/* harness/threads.c -- threads of the program: their creation, their end, and waiting for it. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "harness/calls.h"
#include "harness/library.h"
#include "harness/turns.h"

struct start {
	void *(*run)(void *);
	void *argument;
	int number;
};

/* The last elements of the thread are what it does when it has ended. */
static void end_thread(void *unused) {
	(void)unused;
	turns_lock();
	for (struct element *e; !turns.is_free && (e = turns_next());) {
		turns_wait();
		if (!turns.is_free && !e->in_library && e->kind != END)
			turns_diverge("the thread ends", e->file, e->line);
		else if (!turns.is_free)
			turns_take(e);
	}
	turns.live--;
	turns.changes++;
	if (turns.running == self)
		turns.running = NOBODY;
	turns_wake_all();
	turns_unlock();
}

static void *run_thread(void *data) {
	struct start s = *(struct start *)data;
	void *result;
	free(data);
	self = s.number;
	turns_lock();
	turns_drain(KIND_N);
	if (!turns.is_free)
		turns_wait();
	turns_unlock();
	pthread_cleanup_push(end_thread, NULL);
	result = s.run(s.argument);
	pthread_cleanup_pop(1);
	return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_create)(thread, attributes, run, argument);
	calls_enter("pthread_create", CALLER);
	turns_drain(CREATE);
	struct start *s = malloc(sizeof *s);
	if (!s)
		abort();
	*s = (struct start){run, argument, turns.threads++};
	turns.live++;
	int error = REAL(pthread_create)(thread, attributes, run_thread, s);
	if (error) {
		turns.live--;
		library_say("no thread can be created: %s", strerror(error));
	}
	calls_leave();
	return error;
}

void pthread_exit(void *result) {
	void (*exit_thread)(void *) = (void (*)(void *))library_find("pthread_exit");
	if (calls_is_own(CALLER)) {
		calls_enter("pthread_exit", CALLER);
		calls_leave();
		if (!self)
			end_thread(NULL);
	}
	exit_thread(result);
	abort();
}

int pthread_join(pthread_t thread, void **result) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_join)(thread, result);
	calls_enter("pthread_join", CALLER);
	turns_drain(JOIN);
	calls_begin_blocking();
	int error = REAL(pthread_join)(thread, result);
	calls_end_blocking();
	calls_leave();
	return error;
}
