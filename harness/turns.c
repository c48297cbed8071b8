#define _GNU_SOURCE
#include "harness/turns.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness/library.h"

enum { SLICES = 20 };

struct turns turns = {.lock = PTHREAD_MUTEX_INITIALIZER,
                      .changed = PTHREAD_COND_INITIALIZER,
                      .threads = 1,
                      .live = 1};
_Thread_local int self;

void turns_lock(void) {
	turns.lock_call(&turns.lock);
}

void turns_unlock(void) {
	turns.unlock_call(&turns.lock);
}

void turns_wake_all(void) {
	turns.wake_call(&turns.changed);
}

static void begin(void) {
	char path[PLACE - 16] = "", name[PLACE];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	path[n < 0 ? 0 : n] = '\0';
	const char *tells = getenv("CBMC_MT_HARNESS"), *path_of_test = getenv("CBMC_MT_TEST");
	turns.tells = tells && *tells == 'v';
	turns.running = 0;
	turns.lock_call = REAL(pthread_mutex_lock);
	turns.unlock_call = REAL(pthread_mutex_unlock);
	turns.wake_call = REAL(pthread_cond_broadcast);
	snprintf(name, sizeof name, "%s.points", path);
	test_read_points(name);
	snprintf(name, sizeof name, "%s.json", path);
	turns.ready = true;
	turns.is_free = !test_read(path_of_test ? path_of_test : name);
	if (turns.is_free)
		library_say("%s is no test: threads run freely, and inputs are 0",
		            path_of_test ? path_of_test : name);
}

__attribute__((constructor(101))) void turns_start(void) {
	if (!turns.ready)
		begin();
}

/* Ends the program if every thread waits for another one, and nothing has changed for a while. */
static void *watch(void *unused) {
	unsigned long seen = 0;
	for (unsigned ticks = 0;;) {
		nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
		turns_lock();
		bool stuck = turns.live && turns.blocked == turns.live && turns.changes == seen;
		seen = turns.changes;
		turns_unlock();
		ticks = stuck ? ticks + 1 : 0;
		if (ticks == 3) {
			library_say("deadlock: every thread waits");
			abort();
		}
	}
	return unused;
}

static void turns_free(void) {
	pthread_t watcher;
	turns.is_free = true;
	turns_wake_all();
	if (!turns.is_watched && !REAL(pthread_create)(&watcher, NULL, watch, NULL))
		REAL(pthread_detach)(watcher);
	turns.is_watched = true;
}

void turns_diverge(const char *what, const char *file, unsigned line) {
	if (turns.is_free)
		return;
	const struct element *e = turns.next < test.n ? &test.element[turns.next] : NULL;
	library_say("the program does not follow the schedule: %s at %s:%u", what, file, line);
	if (e)
		library_say("the schedule says: thread %d, %s %s at %s:%u; threads run freely from here on",
		            e->thread, test_kinds[e->kind], e->what, e->file, e->line);
	turns_free();
}

static void skip_done(void) {
	while (turns.next < test.n && test.element[turns.next].done)
		turns.next++;
	if (turns.next == test.n && !turns.is_free && !turns.tells_end) {
		turns.tells_end = true;
		library_say("end of the schedule; the test ends with: %s", test.end);
	}
}

struct element *turns_next(void) {
	for (size_t i = turns.next; i < test.n; i++)
		if (test.element[i].thread == self && !test.element[i].done)
			return &test.element[i];
	return NULL;
}

void turns_take(struct element *e) {
	if (turns.tells)
		library_say("thread %d: %s %s %s:%u", e->thread, test_kinds[e->kind], e->what, e->file,
		            e->line);
	e->done = true;
	skip_done();
}

/* The schedule has an access that the program does not make: compilers may leave out some. */
void turns_miss(struct element *e) {
	if (!turns.tells_missing)
		library_say(
		    "the program does not make all accesses of the schedule: %s %s at %s:%u is missing",
		    test_kinds[e->kind], e->what, e->file, e->line);
	turns.tells_missing = true;
	turns_take(e);
}

/* Another thread has the turn, and does not come: how long is that normal? */
static bool is_late(unsigned *slices, size_t *seen) {
	if (turns.running != NOBODY || turns.next != *seen) {
		*slices = 0;
		*seen = turns.next;
	}
	return ++*slices > SLICES;
}

/* The thread has arrived somewhere: waits until the next element is one of its own. */
void turns_wait(void) {
	unsigned slices = 0;
	size_t seen = turns.next;
	if (turns.running == self) {
		turns.running = NOBODY;
		turns_wake_all();
	}
	while (!turns.is_free && turns.next < test.n &&
	       (turns.running != NOBODY || test.element[turns.next].thread != self)) {
		struct timespec until;
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 100000000;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (pthread_cond_timedwait(&turns.changed, &turns.lock, &until) == ETIMEDOUT &&
		    is_late(&slices, &seen))
			turns_diverge("a thread does not come", test.element[turns.next].file,
			              test.element[turns.next].line);
	}
	if (turns.next == test.n)
		turns_free();
	turns.running = self;
}

bool turns_drain(enum kind until) {
	for (;;) {
		struct element *e = turns_next();
		if (!turns.is_free && !e && until != KIND_N)
			turns_wait(); /* it never comes out of the call: up to the end of the schedule */
		if (turns.is_free || !e || !e->in_library || e->kind == END)
			return false;
		turns_wait();
		if (turns.is_free)
			return false;
		enum kind kind = e->kind;
		turns_take(e);
		if (kind == until)
			return true;
	}
}
