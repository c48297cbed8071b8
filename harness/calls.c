#define _GNU_SOURCE
#include "harness/calls.h"

#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/accesses.h"
#include "harness/futex.h"
#include "harness/library.h"
#include "harness/locks.h"
#include "harness/outcome.h"
#include "harness/race.h"
#include "harness/signals.h"
#include "harness/steps.h"
#include "harness/turns.h"

enum { WAKE = 100 }; /* milliseconds: a wake-up that is lost does not matter */

/* Calls that are elements.  scripts/check/check-harness compares it with the models. */
static const char scheduled[] =
    " pthread_create pthread_join pthread_tryjoin_np pthread_timedjoin_np pthread_clockjoin_np "
    "pthread_detach pthread_exit pthread_cancel pthread_testcancel pthread_setcancelstate "
    "pthread_setcanceltype "
    "pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock "
    "pthread_mutex_timedlock pthread_mutex_clocklock pthread_mutex_unlock pthread_mutex_consistent "
    "pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_trylock "
    "pthread_spin_unlock "
    "pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_tryrdlock "
    "pthread_rwlock_timedrdlock pthread_rwlock_clockrdlock pthread_rwlock_wrlock "
    "pthread_rwlock_trywrlock pthread_rwlock_timedwrlock pthread_rwlock_clockwrlock "
    "pthread_rwlock_unlock "
    "pthread_cond_init pthread_cond_destroy pthread_cond_wait pthread_cond_timedwait "
    "pthread_cond_clockwait pthread_cond_signal pthread_cond_broadcast "
    "pthread_barrier_init pthread_barrier_destroy pthread_barrier_wait pthread_once "
    "pthread_key_create pthread_key_delete pthread_setspecific "
    "sem_init sem_destroy sem_wait sem_trywait sem_timedwait sem_clockwait sem_post sem_getvalue "
    "sem_open sem_close sem_unlink "
    "thrd_create thrd_join thrd_detach thrd_exit thrd_yield thrd_sleep "
    "mtx_init mtx_destroy mtx_lock mtx_trylock mtx_timedlock mtx_unlock "
    "cnd_init cnd_destroy cnd_wait cnd_timedwait cnd_signal cnd_broadcast call_once "
    "tss_create tss_delete tss_set "
    "raise kill pthread_kill alarm pause "
    "sched_yield usleep sleep nanosleep clock_nanosleep ";

bool calls_are_scheduled(const char *name) {
	char word[NAME + 2];
	snprintf(word, sizeof word, " %s ", name);
	return strstr(scheduled, word);
}

bool calls_is_own(const void *caller) {
	return turns.ready && test_place(caller); /* libraries that start call functions, too */
}

bool calls_follows(void) {
	return turns.phase == FOLLOWING && turns_next();
}

enum { NEAR = 64 };

/* Has the thread made a later one?  The compiler has left it out then. */
static bool is_passed(const struct element *e) {
	size_t i = e->after;
	for (unsigned n = 0; i < test.n && n < NEAR; i = test.element[i].after, n++)
		if (test.element[i].done)
			return true;
	return false;
}

/* The next element of the thread that is a call of 'name', before one that must come first:
 * accesses and other calls of the library may be left out.  'line': accesses only on that line, and
 * those that were left out before; 0: any. */
static struct element *next_call(const char *name, unsigned line) {
	for (struct element *e = turns_next(); e;
	     e = e->after < test.n ? &test.element[e->after] : NULL) {
		bool is_access = e->kind == READ || e->kind == WRITE;
		if (e->kind == CALL && !strcmp(e->what, name) && (!line || e->line == line))
			return e;
		if (!(is_access && (!line || e->line == line || is_passed(e))) && !e->is_soft)
			return NULL;
	}
	return NULL;
}

void calls_come_to(struct element *e) {
	for (struct element *left; (left = turns_next()) != e;) {
		turns_wait();
		if (left->is_soft)
			turns_take(left);
		else
			turns_miss(left);
	}
	turns_wait();
	if (turns.phase == FOLLOWING)
		turns_take(e);
}

void calls_enter(const char *name, const void *caller) {
	turns_lock();
	threads[self].caller = caller;
	if (turns.phase == FOLLOWING)
		turns_drain(KIND_N);
	signals_begin_call();
	turns_wait();
	if (!calls_follows())
		return;
	const struct place *p = test_place(caller);
	struct element *e = next_call(name, 0);
	if (e)
		calls_come_to(e);
	else if (calls_are_scheduled(name))
		turns_diverge(name, p ? p->file : "?", p ? p->line : 0);
}

/* A thread that does nothing more in the schedule does not run on while others do. */
void calls_leave(void) {
	turns_drain(KIND_N);
	if (turns.phase == FOLLOWING && !turns_next())
		turns_wait();
	turns_unlock();
}

/* A thread without a further element has had its effect if it has made a step in the call;
 * otherwise it has not come to it before the schedule ends. */
void calls_effect(void) {
	for (bool has_stepped = false;; has_stepped = true) {
		struct element *e = turns_next();
		if (turns.phase == FOLLOWING && e && (!e->in_library || e->kind == END))
			return;
		if (turns.phase == FOLLOWING && !e && has_stepped)
			return;
		turns_wait();
		if (turns.phase != FOLLOWING || !e)
			return;
		turns_take(e);
		if (e->kind == SIGNAL)
			signals_deliver(e->other);
	}
}

const char *calls_name(const void *at) {
	static _Thread_local char text[NAME + 24] __asm__("cbmc_mt_harness_lock_name");
	const struct variable *v = test_find_variable((uintptr_t)at);
	if (!v)
		snprintf(text, sizeof text, "%p", at);
	else if (v->from == (uintptr_t)at)
		snprintf(text, sizeof text, "%s", v->name);
	else
		snprintf(text, sizeof text, "%s+%lu", v->name, (unsigned long)((uintptr_t)at - v->from));
	return text;
}

/* One that has the lock, of those that have it to read: this thread itself, if it is one. */
static int holder_of(const struct cbmc_mt_lock *l) {
	return l->holder != NOBODY          ? l->holder
	       : set_has(&l->readers, self) ? self
	                                    : set_next(&l->readers, 0);
}

void calls_wait_for(bool (*ready)(const void *), const void *data, const char *what, int holder) {
	while (!ready(data)) {
		const struct place *p = test_place(threads[self].caller);
		if (calls_follows()) {
			char text[PLACE];
			snprintf(text, sizeof text, "it has to wait for %s%s%s", what,
			         holder == NOBODY ? "" : ", held by ",
			         holder == NOBODY ? "" : turns_name(holder));
			turns_diverge_in_call(text, p ? p->file : "?", p ? p->line : 0);
		}
		turns_block(what, holder);
		for (bool is_ready = false; !is_ready;) {
			uint32_t seen = __atomic_load_n(&turns.changed, __ATOMIC_RELAXED);
			turns_lock();
			is_ready = ready(data);
			turns_unlock();
			if (!is_ready)
				futex_wait(&turns.changed, seen, WAKE);
		}
		turns_unblock();
		turns_wait();
	}
}

struct lock_wait {
	const struct cbmc_mt_lock *lock;
	bool (*ready)(const struct cbmc_mt_lock *);
};

static bool is_lock_ready(const void *data) {
	const struct lock_wait *w = data;
	return w->ready(w->lock);
}

void calls_wait(const struct cbmc_mt_lock *l, bool (*ready)(const struct cbmc_mt_lock *)) {
	struct lock_wait w = {l, ready};
	char what[NAME];
	snprintf(what, sizeof what, "%s", calls_name(l->at));
	calls_wait_for(is_lock_ready, &w, what, holder_of(l));
}

void calls_misuse(const char *format, ...) {
	char text[PLACE];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	bool is_checked = !*test.property || !strcmp(test.property, "lock");
	if (calls_follows() || !test.fails || !is_checked)
		return;
	const struct place *p = test_place(threads[self].caller);
	library_say("%s:%u: %s", p ? p->file : "?", p ? p->line : 0, text);
	turns_finish(text);
	outcome_add("misuse", "%s at %s:%u", text, p ? p->file : "?", p ? p->line : 0);
	outcome_exit(OUTCOME_MISUSE, "misuse");
}

void calls_refuse(const char *format, ...) {
	char text[PLACE];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	const struct place *p = test_place(threads[self].caller);
	library_say("%s:%u: %s is not supported", p ? p->file : "?", p ? p->line : 0, text);
	outcome_add("unsupported", "%s at %s:%u", text, p ? p->file : "?", p ? p->line : 0);
	outcome_exit(OUTCOME_UNSUPPORTED, "unsupported");
}

void calls_check_memory(const void *at, size_t size) {
	accesses_check(LOAD, at, size);
}

int calls_lack(int one, int other) {
	if (!calls_choice("__model_lack", 0))
		return 0;
	return calls_choice("__model_lack", 0) ? one : other;
}

unsigned long calls_choice(const char *function, unsigned long otherwise) {
	for (size_t i = 0; i < test.nchoices; i++) {
		struct choice *c = &test.choice[i];
		if (!c->done && c->thread == self && !strcmp(c->function, function)) {
			c->done = true;
			return c->value;
		}
	}
	return otherwise;
}

/* --- Calls of the library that are steps. --- */

/* The names of steps.h, which the linker puts side by side. */
extern const char *const __start_cbmc_mt_steps[] __attribute__((weak, visibility("default")));
extern const char *const __stop_cbmc_mt_steps[] __attribute__((weak, visibility("default")));

bool calls_are_steps(const char *name) {
	for (const char *const *s = __start_cbmc_mt_steps; s < __stop_cbmc_mt_steps; s++)
		if (!strcmp(*s, name))
			return true;
	return false;
}

__attribute__((weak)) int __sanitizer_get_ownership(const volatile void *);

/* Sanitizers report who asks for the size of something else. */
static bool is_block(const void *at) {
	return at && (!__sanitizer_get_ownership || __sanitizer_get_ownership(at));
}

static bool waits_for_signal(const char *name) {
	return !strcmp(name, "sigwait") || !strcmp(name, "sigwaitinfo") || !strcmp(name, "sigsuspend");
}

void cbmc_mt_pass(const char *name, const void *caller, const uintptr_t *arg) {
	if (turns.phase == FREE || !calls_is_own(caller))
		return;
	int error = signals_save_errno();
	turns_lock();
	const struct place *p = test_place(caller);
	threads[self].caller = caller;
	struct element *e = NULL;
	if (turns.phase == FOLLOWING) {
		turns_drain(KIND_N);
		e = turns.phase == FOLLOWING ? next_call(name, p->line) : NULL;
	}
	if (e) {
		calls_come_to(e);
		calls_effect();
		if (race_is_in_call())
			turns_wait();
	} else if (turns.phase != FOLLOWING)
		turns_wait();
	if (!strcmp(name, "free") && is_block((const void *)arg[0]))
		locks_forget((const void *)arg[0], malloc_usable_size((void *)arg[0]));
	if (turns.phase != FOLLOWING && test.violation == DEADLOCK && waits_for_signal(name))
		turns_block("a signal", NOBODY); /* for ever */
	else
		turns_unlock();
	signals_restore_errno(error);
}
