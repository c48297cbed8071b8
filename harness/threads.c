/* harness/threads.c -- threads of the program: their creation and their end. */
#define _GNU_SOURCE
#include "harness/threads.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/calls.h"
#include "harness/cancel.h"
#include "harness/library.h"
#include "harness/race.h"
#include "harness/locks.h"
#include "harness/turns.h"

enum { SHOWN = 16 }; /* what the system keeps of a thread's name */

static pthread_t ids[MAX_THREADS] __asm__("cbmc_mt_harness_ids");

/* The last elements of the thread are what it does when it has ended. */
void threads_end(void) {
	turns_lock();
	if (turns.phase == FOLLOWING)
		turns_drain(KIND_N);
	if (turns.phase != FOLLOWING && !turns.is_free)
		turns_wait();
	race_check_reached("the thread ends");
	for (struct element *e; turns.phase == FOLLOWING && (e = turns_next());) {
		turns_wait();
		if (turns.phase != FOLLOWING)
			break;
		if (e->kind == READ || e->kind == WRITE)
			turns_miss(e);
		else if (!e->in_library && !e->is_soft && e->kind != END)
			turns_diverge("the thread ends", e->file, e->line);
		else
			turns_take(e);
	}
	locks_abandon(self);
	threads[self].has_ended = true;
	turns.live--;
	turns_changed();
	if (turns.phase == LAST && self == test.last_thread)
		turns.lets_all = true;
	if (turns.running == self)
		turns.running = NOBODY;
	turns_wake_all();
	turns_unlock();
}

static void end_thread(void *unused) {
	(void)unused;
	keys_end_thread();
	threads_end();
}

void *threads_run(struct threads_start *start) {
	struct threads_start s = *start;
	void *result;
	free(start);
	self = s.number;
	threads[self].stack_end = (uintptr_t)__builtin_frame_address(0);
	char shown[SHOWN];
	snprintf(shown, sizeof shown, "%.*s", SHOWN - 1, threads[self].name);
	pthread_setname_np(pthread_self(), shown);
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

static void *run_thread(void *data) {
	return threads_run(data);
}

/* The name of the function is that of the element which creates the thread. */
static void name_thread(int number) {
	const char *function = "";
	for (size_t i = 0; i < test.n; i++)
		if (test.element[i].kind == CREATE && test.element[i].other == number)
			function = test.element[i].what;
	snprintf(threads[number].name, sizeof threads[number].name, "T%d%s%.40s", number,
	         *function ? " " : "", function);
}

struct threads_start *threads_new(void *(*run)(void *), void *argument) {
	struct threads_start *s = malloc(sizeof *s);
	if (!s || turns.threads >= MAX_THREADS) {
		library_say("there are too many threads");
		abort();
	}
	while (turns.threads + 1 < MAX_THREADS && test.is_sender[turns.threads])
		turns.threads++;
	*s = (struct threads_start){run, argument, turns.threads++};
	name_thread(s->number);
	threads[s->number].exists = true;
	turns.live++;
	turns_changed();
	return s;
}

void threads_know(int number, pthread_t id) {
	ids[number] = id;
}

int threads_find(pthread_t id) {
	for (int i = turns.threads - 1; i >= 0; i--) /* an identifier may be used again */
		if (ids[i] && pthread_equal(ids[i], id))
			return i;
	return NOBODY;
}

void threads_release(int number) {
	if (number <= 0 || threads[number].has_ended || threads[number].next < test.n)
		return;
	threads[number].is_released = true;
	turns_wake_all();
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_create)(thread, attributes, run, argument);
	calls_enter("pthread_create", CALLER);
	bool follows = calls_follows();
	if (!turns_drain(CREATE) && follows && calls_follows()) { /* the run lets it fail */
		calls_leave();
		return EAGAIN;
	}
	struct threads_start *s = threads_new(run, argument);
	cancel_begin_thread(s->number, attributes);
	pthread_t id;
	int number = s->number, error = REAL(pthread_create)(&id, attributes, run_thread, s);
	if (error) {
		turns.live--;
		library_say("no thread can be created: %s", strerror(error));
	} else {
		threads_know(number, id);
		turns_drain(KIND_N); /* the new thread may run before the identifier is stored */
		if (turns.phase == FOLLOWING && !turns_next())
			turns_wait();
		*thread = id;
	}
	calls_leave();
	return error;
}
