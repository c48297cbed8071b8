#define _GNU_SOURCE
#include "harness/turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cancel.h"
#include "harness/ends.h"
#include "harness/futex.h"
#include "harness/library.h"
#include "harness/outcome.h"
#include "harness/race.h"
#include "harness/signals.h"
#include "harness/replies.h"
#include "harness/watch.h"

enum { LIMIT = 5, WAKE = 100 /* milliseconds: a wake-up that is lost does not matter */ };

struct turns turns = {.threads = 1, .live = 1, .limit = LIMIT};
struct thread threads[MAX_THREADS];
_Thread_local int self;

volatile unsigned cbmc_mt_step, cbmc_mt_row;

__attribute__((noinline)) void cbmc_mt_at(unsigned row) {
	__asm__ volatile("" : : "r"(row) : "memory");
}

/* ThreadSanitizer, where it is linked, is not to see what functions of the library do for us. */
__attribute__((weak)) void AnnotateIgnoreReadsBegin(const char *file, int line);
__attribute__((weak)) void AnnotateIgnoreReadsEnd(const char *file, int line);
__attribute__((weak)) void AnnotateIgnoreWritesBegin(const char *file, int line);
__attribute__((weak)) void AnnotateIgnoreWritesEnd(const char *file, int line);

void turns_lock(void) {
	if (AnnotateIgnoreReadsBegin) {
		AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
		AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
	}
	futex_lock(&turns.lock);
	turns.is_free = turns.phase == FREE || (turns.phase == LAST && self == test.last_thread) ||
	                (turns.phase == LAST && turns.lets_all);
}

void turns_unlock(void) {
	futex_unlock(&turns.lock);
	if (AnnotateIgnoreReadsEnd) {
		AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
		AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
	}
}

void turns_wake_all(void) {
	__atomic_add_fetch(&turns.changed, 1, __ATOMIC_RELAXED);
	futex_wake_all(&turns.changed);
}

void turns_changed(void) {
	turns.changes++;
}

extern void *__libc_stack_end; /* of main */

static void begin_threads(void) {
	for (int i = 0; i < MAX_THREADS; i++)
		threads[i].holder = NOBODY;
	threads[0].exists = true;
	threads[0].stack_end = (uintptr_t)__libc_stack_end;
	snprintf(threads[0].name, sizeof threads[0].name, "main");
	for (size_t i = test.n; i-- > 0;) { /* the last one that is set is the first one */
		struct element *e = &test.element[i];
		e->after = threads[e->thread].next;
		threads[e->thread].next = i + 1; /* 0: none */
	}
	for (int i = 0; i < MAX_THREADS; i++)
		threads[i].next = threads[i].next ? threads[i].next - 1 : test.n;
	for (size_t i = 0; i < test.n; i++)
		test.element[i].after = test.element[i].after ? test.element[i].after - 1 : test.n;
}

static void end_schedule(void);

static void begin(void) {
	char path[PLACE - 16] = "", name[PLACE];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	path[n < 0 ? 0 : n] = '\0';
	const char *tells = getenv("CBMC_MT_HARNESS"), *path_of_test = getenv("CBMC_MT_TEST"),
	           *limit = getenv("CBMC_MT_STEP_LIMIT");
	turns.tells = tells && *tells == 'v';
	if (limit && atoi(limit) > 0)
		turns.limit = (unsigned)atoi(limit);
	if (getenv("CBMC_MT_DEBUG"))
		turns.limit = 0;
	outcome_open();
	library_prepare();
	snprintf(name, sizeof name, "%s.points", path);
	test_read_points(name);
	snprintf(name, sizeof name, "%s.json", path);
	turns.ready = true;
	replies_read(path_of_test ? path_of_test : name);
	if (!test_read(path_of_test ? path_of_test : name)) {
		turns.phase = FREE;
		turns.tells_end = true;
		library_say("%s is no test: threads run freely, and inputs are 0",
		            path_of_test ? path_of_test : name);
		outcome_add("schedule", "none");
	}
	begin_threads();
	ends_watch();
	keys_prepare();
	watch_start();
	futex_lock(&turns.lock);
	if (!test.n && turns.phase == FOLLOWING)
		end_schedule();
	futex_unlock(&turns.lock);
}

__attribute__((constructor(101))) void turns_start(void) {
	if (!turns.ready)
		begin();
}

const char *turns_name(int thread) {
	static _Thread_local char names[4][16] __asm__("cbmc_mt_harness_names");
	static _Thread_local unsigned n __asm__("cbmc_mt_harness_name");
	if (!thread)
		return "main";
	char *name = names[n++ % 4];
	snprintf(name, sizeof names[0], "T%d", thread);
	return name;
}

void turns_expect(const struct element *e, char *to, size_t room) {
	static const char *const verbs[KIND_N] = {"reads",
	                                          "writes",
	                                          "calls",
	                                          "locks",
	                                          "unlocks",
	                                          "goes on with",
	                                          "creates",
	                                          "joins",
	                                          "ends",
	                                          "goes on",
	                                          "handles",
	                                          "calls",
	                                          "calls operation",
	                                          "returns from operation"};
	snprintf(to, room, "%s %s%s%s at %s:%u", turns_name(e->thread), verbs[e->kind],
	         *e->what ? " " : "", e->what, e->file, e->line);
}

static void add_expected(void) {
	char text[PLACE];
	const struct element *e = turns.next < test.n ? &test.element[turns.next] : NULL;
	outcome_add("step", "%zu", turns.next);
	if (!e)
		return;
	turns_expect(e, text, sizeof text);
	if (e->row)
		outcome_add("row", "%u", e->row);
	outcome_add("expected", "%s", text);
	library_say("the schedule says: %s", text);
}

/* The accesses that the thread was to make before it came here. */
static void add_missing(void) {
	for (size_t i = threads[self].next; i < test.n; i = test.element[i].after) {
		const struct element *e = &test.element[i];
		if (e->done)
			continue;
		if (e->kind != READ && e->kind != WRITE)
			return;
		outcome_add("missing", "%s %s %s:%u", test_kinds[e->kind], e->what, e->file, e->line);
	}
}

static _Noreturn void diverge(const char *what, const char *file, unsigned line, bool is_in_call) {
	library_say("the program does not follow the schedule: %s: %s at %s:%u", turns_name(self), what,
	            file, line);
	outcome_add("schedule", "diverged");
	if (!is_in_call)
		add_missing();
	add_expected();
	outcome_add("happened", "%s: %s at %s:%u", turns_name(self), what, file, line);
	outcome_exit(OUTCOME_DIVERGED, "divergence");
}

void turns_diverge(const char *what, const char *file, unsigned line) {
	diverge(what, file, line, false);
}

void turns_diverge_in_call(const char *what, const char *file, unsigned line) {
	diverge(what, file, line, true);
}

/* All elements have happened. */
static void end_schedule(void) {
	if (turns.tells_end)
		return;
	turns.tells_end = true;
	library_say("end of the schedule; the test ends with: %s", test.end);
	outcome_add("schedule", "followed");
	turns.phase = !test.fails || test.violation == DEADLOCK ? FREE
	              : test.violation == RACE                  ? RACING
	                                                        : LAST;
	turns.lets_all = threads[test.last_thread].has_ended || threads[test.last_thread].is_blocked;
	turns_wake_all();
}

static void skip_done(void) {
	while (turns.next < test.n && test.element[turns.next].done)
		turns.next++;
	cbmc_mt_step = (unsigned)turns.next;
	if (turns.next == test.n && turns.phase == FOLLOWING)
		end_schedule();
}

struct element *turns_next(void) {
	size_t *next = &threads[self].next;
	while (*next < test.n && test.element[*next].done)
		*next = test.element[*next].after;
	return *next < test.n ? &test.element[*next] : NULL;
}

static void tell(const struct element *e) {
	if (turns.tells)
		library_say("thread %d: %s %s %s:%u", e->thread, test_kinds[e->kind], e->what, e->file,
		            e->line);
	unsigned row = test.has_rows ? e->row : (unsigned)(e - test.element) + 1;
	if (row && row != cbmc_mt_row) {
		cbmc_mt_row = row;
		cbmc_mt_at(row);
	}
}

void turns_take(struct element *e) {
	tell(e);
	e->done = true;
	turns_changed();
	skip_done();
}

/* The schedule has an access that the program does not make: compilers may leave out some. */
void turns_miss(struct element *e) {
	outcome_add("missing", "%s %s %s:%u", test_kinds[e->kind], e->what, e->file, e->line);
	if (turns.tells)
		library_say("thread %d: %s %s %s:%u is missing", e->thread, test_kinds[e->kind], e->what,
		            e->file, e->line);
	e->done = true;
	turns_changed();
	skip_done();
}

static bool may_run(void) {
	switch (turns.phase) {
	case FREE: return true;
	case LAST: return turns.lets_all || (self == test.last_thread && turns.running == NOBODY);
	case RACING: return race_may_run();
	default: break;
	}
	return turns.running == NOBODY &&
	       (threads[self].is_released || test.element[turns.next].thread == self);
}

void turns_leave(void) {
	if (turns.running == self) {
		turns.running = NOBODY;
		turns_wake_all();
	}
}

/* The thread has arrived somewhere: waits until the next element is one of its own. */
void turns_wait(void) {
	bool has_turn =
	    turns.phase == FREE ||
	    (turns.running == self && turns.phase != RACING &&
	     (turns.phase == LAST ? self == test.last_thread
	                          : turns.next < test.n && test.element[turns.next].thread == self));
	if (!has_turn) {
		turns_leave();
		while (!may_run()) {
			uint32_t seen = __atomic_load_n(&turns.changed, __ATOMIC_RELAXED);
			futex_unlock(&turns.lock);
			futex_wait(&turns.changed, seen, WAKE);
			futex_lock(&turns.lock);
		}
	}
	turns.running = self;
	threads[self].pending = (struct pending){0};
	turns.is_free = turns.phase != FOLLOWING;
	if (turns.phase == LAST && self == test.last_thread && test.last_row > cbmc_mt_row) {
		cbmc_mt_row = test.last_row;
		cbmc_mt_at(test.last_row);
	}
}

bool turns_drain(enum kind until) {
	for (;;) {
		struct element *e = turns_next();
		bool is_over = turns.phase != FOLLOWING;
		/* It never comes out of the call: up to the end of the schedule. */
		if (is_over || (!e && until != KIND_N && !threads[self].is_released))
			turns_wait();
		/* A signal that comes after the call is due before the next point of the program. */
		bool is_signal = e && e->kind == SIGNAL && until == KIND_N;
		if (turns.phase != FOLLOWING || !e || (!e->in_library && !is_signal) || e->kind == END)
			return false;
		turns_wait();
		if (turns.phase != FOLLOWING)
			return false;
		enum kind kind = e->kind;
		turns_take(e);
		if (kind == SIGNAL)
			signals_deliver(e->other);
		if (kind == until)
			return true;
	}
}

void turns_block(const char *what, int holder) {
	struct thread *t = &threads[self];
	race_check_reached(what);
	turns.blocked++;
	turns_changed();
	t->is_blocked = true;
	t->holder = holder;
	snprintf(t->waits_for, sizeof t->waits_for, "%s", what);
	t->nstack = watch_stack(t->stack, STACK);
	if (turns.phase == LAST && self == test.last_thread) {
		turns.lets_all = true;
		turns_wake_all();
	}
	turns_leave();
	watch_cycle();
	turns_unlock();
}

void turns_unblock(void) {
	turns_lock();
	turns.blocked--;
	turns_changed();
	threads[self].is_blocked = false;
	threads[self].holder = NOBODY;
}

bool turns_finish(const char *how) {
	if (turns.tells_end)
		return true;
	bool is_own = true;
	for (size_t i = turns.next; i < test.n; i++)
		is_own &= test.element[i].done || test.element[i].thread == self;
	turns.tells_end = true;
	if (is_own) {
		for (size_t i = turns.next; i < test.n; i++)
			if (!test.element[i].done)
				turns_miss(&test.element[i]);
		outcome_add("schedule", "followed");
		return true;
	}
	library_say("the program does not follow the schedule: %s: %s", turns_name(self), how);
	outcome_add("schedule", "diverged");
	add_expected();
	outcome_add("happened", "%s: %s", turns_name(self), how);
	return false;
}
