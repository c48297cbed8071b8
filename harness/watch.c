#define _GNU_SOURCE
#include "harness/watch.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unwind.h>

#include "harness/futex.h"
#include "harness/library.h"
#include "harness/outcome.h"
#include "harness/turns.h"

enum {
	TICK = 20, /* milliseconds */
	STUCK = 5, /* ticks: a thread that was woken up has gone on by then */
	ALONE =
	    50, /* ticks: the others, which do not wait for each other, have come somewhere by then */
};

/* Time is counted in ticks: while a debugger stops the program, there are none. */

struct stack {
	const void **at;
	int n, room;
};

static _Unwind_Reason_Code add_frame(struct _Unwind_Context *context, void *data) {
	struct stack *s = data;
	s->at[s->n++] = (const void *)_Unwind_GetIP(context);
	return s->n < s->room ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

int watch_stack(const void **to, int room) {
	struct stack s = {.at = to, .room = room};
	_Unwind_Backtrace(add_frame, &s);
	return s.n;
}

void watch_places(char *to, size_t room) {
	const void *stack[STACK];
	int n = watch_stack(stack, STACK);
	*to = '\0';
	for (int i = 0; i < n; i++) {
		const struct place *p = test_place(stack[i]);
		size_t length = strlen(to);
		if (p)
			snprintf(to + length, room - length, "%s%s:%u", length ? " " : "", p->file, p->line);
	}
}

static void say_stack(const struct thread *t) {
	for (int i = 0; i < t->nstack; i++) {
		const struct place *p = test_place(t->stack[i]);
		if (p)
			library_say("    %s:%u%s%s", p->file, p->line, *p->function ? " in " : "", p->function);
	}
}

static const struct place *place_of(const struct thread *t) {
	for (int i = 0; i < t->nstack; i++) {
		const struct place *p = test_place(t->stack[i]);
		if (p)
			return p;
	}
	return test_place(t->caller);
}

static void say_waiting(int number) {
	const struct thread *t = &threads[number];
	const struct place *p = place_of(t);
	char held[NAME] = "";
	if (t->holder != NOBODY && strncmp(t->waits_for, "the end of", 10) != 0)
		snprintf(held, sizeof held, ", held by %s", turns_name(t->holder));
	library_say("%s waits for %s%s, at %s:%u", t->name, t->waits_for, held, p ? p->file : "?",
	            p ? p->line : 0);
	outcome_add("deadlock", "%s waits for %s%s, at %s:%u", turns_name(number), t->waits_for, held,
	            p ? p->file : "?", p ? p->line : 0);
	say_stack(t);
}

static _Noreturn void end_deadlock(const char *what) {
	library_say("deadlock: %s", what);
	turns_finish("a deadlock");
	for (int i = 0; i < turns.threads && i < MAX_THREADS; i++)
		if (threads[i].is_blocked)
			say_waiting(i);
	outcome_exit(OUTCOME_DEADLOCK, "deadlock");
}

void watch_cycle(void) {
	int at = self;
	for (int n = 0; n < MAX_THREADS; n++) {
		if (at < 0 || at >= MAX_THREADS || !threads[at].is_blocked)
			return;
		at = threads[at].holder;
		if (at == self)
			turns.is_circular = true;
	}
}

static _Noreturn void end_limit(void) {
	const struct element *e = turns.next < test.n ? &test.element[turns.next] : NULL;
	int late = turns.running != NOBODY ? turns.running
	           : e                     ? e->thread
	           : test.fails            ? test.last_thread
	                                   : 0;
	const struct thread *t = &threads[late];
	const struct place *p = test_place(t->caller);
	char expected[PLACE] = "the end of the program", happened[PLACE];
	if (e)
		turns_expect(e, expected, sizeof expected);
	snprintf(happened, sizeof happened, "%s %s%s for %u s, after %s:%u", turns_name(late),
	         !t->exists      ? "is not created"
	         : t->has_ended  ? "has ended"
	         : t->is_blocked ? "waits for "
	                         : "does not come to a point of the schedule",
	         t->is_blocked ? t->waits_for : "", turns.limit, p ? p->file : "?", p ? p->line : 0);
	if (!turns.tells_end)
		outcome_add("schedule", "diverged");
	outcome_add("step", "%zu", turns.next);
	if (e && e->row)
		outcome_add("row", "%u", e->row);
	outcome_add("expected", "%s", expected);
	outcome_add("happened", "%s", happened);
	library_say("a step exceeds its limit: expected: %s; %s", expected, happened);
	for (int i = 0; i < turns.threads && i < MAX_THREADS; i++)
		if (threads[i].is_blocked)
			say_stack(&threads[i]);
	outcome_exit(OUTCOME_LIMIT, "limit");
}

static void *watch(void *unused) {
	unsigned long seen = 0;
	for (unsigned ticks = 0, circular = 0, locked = 0;;) {
		nanosleep(&(struct timespec){.tv_nsec = TICK * 1000000L}, NULL);
		if (!futex_try_lock(&turns.lock)) {
			/* A thread that dies of itself inside the runtime must not keep the program for ever.
			 */
			if (turns.limit && ++locked * TICK >= turns.limit * 1000)
				end_limit();
			continue;
		}
		locked = 0;
		ticks = turns.changes == seen ? ticks + 1 : 0;
		seen = turns.changes;
		bool is_over = !turns.live && ticks >= STUCK;
		circular += turns.is_circular;
		if (turns.live && turns.blocked == turns.live && ticks >= STUCK)
			end_deadlock("every thread waits");
		if (turns.is_circular && (ticks >= ALONE || circular >= 2 * ALONE))
			end_deadlock("threads wait for each other");
		if (!is_over && turns.limit && ticks * TICK >= turns.limit * 1000)
			end_limit();
		futex_unlock(&turns.lock);
		if (is_over)
			exit(0); /* main has ended by pthread_exit, and the others have, too */
	}
	return unused;
}

void watch_start(void) {
	pthread_t watcher;
	sigset_t all, old;
	sigfillset(&all);
	REAL(pthread_sigmask)(SIG_SETMASK, &all, &old);
	if (!REAL(pthread_create)(&watcher, NULL, watch, NULL)) {
		pthread_setname_np(watcher, "cbmc-mt watch");
		REAL(pthread_detach)(watcher);
	}
	REAL(pthread_sigmask)(SIG_SETMASK, &old, NULL);
}
