/* harness/calls/calls_threads.c -- what threads do with threads: wait for their end, detach and
 * cancel them; their keys; threads of C11. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "harness/calls.h"
#include "harness/calls/calls_locks.h"
#include "harness/cancel.h"
#include "harness/library.h"
#include "harness/threads.h"
#include "harness/turns.h"

enum { DETACHED = 1, JOINED = 2 };
enum { PENDING = 1, DISABLED = 2, ASYNCHRONOUS = 4 };

struct life {
	unsigned use;    /* what others have done with it: DETACHED, JOINED */
	unsigned cancel; /* PENDING, DISABLED, ASYNCHRONOUS */
};

static struct life lives[MAX_THREADS] __asm__("cbmc_mt_harness_lives");
static pthread_key_t end_of_main __asm__("cbmc_mt_harness_end_of_main");

static void end_main(void *unused) {
	(void)unused;
	keys_end_thread();
	threads_end();
}

__attribute__((constructor(102))) static void know_main(void) {
	turns_start();
	threads_know(0, pthread_self());
	REAL(pthread_key_create)(&end_of_main, end_main);
}

void cancel_begin_thread(int number, const pthread_attr_t *attributes) {
	int state = PTHREAD_CREATE_JOINABLE;
	if (attributes)
		pthread_attr_getdetachstate(attributes, &state);
	lives[number] = (struct life){.use = state == PTHREAD_CREATE_DETACHED ? DETACHED : 0};
}

void keys_prepare(void) {
	(void)REAL(pthread_setspecific);
	(void)REAL(pthread_key_create);
	(void)REAL(pthread_detach);
}

/* --- Cancellation. --- */

bool cancel_is_due(void) {
	return (lives[self].cancel & (PENDING | DISABLED)) == PENDING;
}

static _Noreturn void end_this(void *result) {
	void (*exit_thread)(void *) = (void (*)(void *))library_find("pthread_exit");
	if (!self) /* main has no function around it: a destructor runs after the handlers of cleanup */
		REAL(pthread_setspecific)(end_of_main, "");
	exit_thread(result);
	__builtin_trap();
}

void cancel_self(void) {
	lives[self].cancel |= DISABLED;
	turns_unlock();
	end_this(PTHREAD_CANCELED);
}

void cancel_point(void) {
	if (cancel_is_due())
		cancel_self();
}

bool cancel_is_over(int number) {
	if (number == NOBODY)
		return false;
	return (lives[number].use & JOINED) ||
	       (threads[number].has_ended && (lives[number].use & DETACHED));
}

int pthread_cancel(pthread_t thread) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_cancel)(thread);
	calls_enter("pthread_cancel", CALLER);
	calls_effect();
	int number = threads_find(thread);
	if (number == NOBODY) {
		calls_misuse("no thread has this identifier");
		calls_leave();
		return ESRCH;
	}
	if (cancel_is_over(number))
		calls_misuse("a thread is cancelled that was joined, or was detached and has ended");
	struct life *l = &lives[number];
	bool acts = number == self && l->cancel == ASYNCHRONOUS;
	if (l->cancel == ASYNCHRONOUS && !acts && !threads[number].has_ended)
		calls_refuse("pthread_cancel of a thread that may be cancelled at any time");
	l->cancel |= PENDING;
	turns_wake_all();
	if (acts)
		cancel_self();
	calls_leave();
	return 0;
}

void pthread_testcancel(void) {
	if (!calls_is_own(CALLER)) {
		REAL(pthread_testcancel)();
		return;
	}
	calls_enter("pthread_testcancel", CALLER);
	calls_effect();
	cancel_point();
	calls_leave();
}

static int set_cancel(unsigned bit, int on, int *old) {
	if (on != 0 && on != 1)
		return EINVAL;
	struct life *l = &lives[self];
	int before = (l->cancel & bit) != 0;
	l->cancel = (l->cancel & ~bit) | (on ? bit : 0);
	if (old)
		*old = before;
	if (l->cancel == (PENDING | ASYNCHRONOUS))
		cancel_self();
	return 0;
}

#define SET_CANCEL(name, bit)                                                                      \
	int name(int value, int *old) {                                                                \
		if (!calls_is_own(CALLER))                                                                 \
			return REAL(name)(value, old);                                                         \
		calls_enter(#name, CALLER);                                                                \
		calls_effect();                                                                            \
		int error = set_cancel(bit, value, old);                                                   \
		calls_leave();                                                                             \
		return error;                                                                              \
	}
SET_CANCEL(pthread_setcancelstate, DISABLED)
SET_CANCEL(pthread_setcanceltype, ASYNCHRONOUS)

/* --- The end of threads. --- */

static bool may_join(const void *number) {
	int n = (int)(intptr_t)number;
	return threads[n].has_ended || (lives[n].use & DETACHED) || cancel_is_due();
}

/* A join that may take place. */
static int finish_join(int number, pthread_t thread, void **result) {
	struct life *l = &lives[number];
	if (l->use & JOINED)
		calls_misuse("a thread is joined twice");
	if (l->use & DETACHED)
		calls_misuse("a thread is joined that is detached");
	if (l->use & (JOINED | DETACHED))
		return EINVAL;
	l->use |= JOINED;
	turns_unlock(); /* it has done all it does in the schedule */
	int error = REAL(pthread_join)(thread, result);
	turns_lock();
	return error;
}

static int join(pthread_t thread, void **result) {
	turns_drain(JOIN);
	int number = threads_find(thread);
	if (number == NOBODY) {
		calls_misuse("no thread has this identifier");
		return ESRCH;
	}
	if (number == self) {
		calls_misuse("a thread joins itself");
		return EDEADLK;
	}
	char what[NAME];
	snprintf(what, sizeof what, "the end of %.40s", threads[number].name);
	threads_release(number);
	calls_wait_for(may_join, (const void *)(intptr_t)number, what, number);
	cancel_point();
	return finish_join(number, thread, result);
}

static int join_if_ended(pthread_t thread, void **result, int error_if_not) {
	calls_effect();
	int number = threads_find(thread);
	if (number == NOBODY) {
		calls_misuse("no thread has this identifier");
		return ESRCH;
	}
	if (!threads[number].has_ended && !(lives[number].use & DETACHED))
		return error_if_not;
	return finish_join(number, thread, result);
}

int pthread_join(pthread_t thread, void **result) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_join)(thread, result);
	calls_enter("pthread_join", CALLER);
	int error = join(thread, result);
	calls_leave();
	return error;
}

int pthread_tryjoin_np(pthread_t thread, void **result) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_tryjoin_np)(thread, result);
	calls_enter("pthread_tryjoin_np", CALLER);
	int error = join_if_ended(thread, result, EBUSY);
	calls_leave();
	return error;
}

static int join_limited(pthread_t thread, void **result, const struct timespec *time) {
	if (threads_find(thread) == self)
		return EDEADLK;
	if (!time)
		return join(thread, result);
	return join_if_ended(thread, result, locks_is_time(time) ? ETIMEDOUT : EINVAL);
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *time) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_timedjoin_np)(thread, result, time);
	calls_enter("pthread_timedjoin_np", CALLER);
	int error = join_limited(thread, result, time);
	calls_leave();
	return error;
}

int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
                         const struct timespec *time) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_clockjoin_np)(thread, result, clock, time);
	calls_enter("pthread_clockjoin_np", CALLER);
	int error = join_limited(thread, result, time);
	calls_leave();
	return error;
}

static int detach(pthread_t thread) {
	calls_effect();
	int number = threads_find(thread);
	if (number == NOBODY) {
		calls_misuse("no thread has this identifier");
		return ESRCH;
	}
	struct life *l = &lives[number];
	if (l->use & JOINED)
		calls_misuse("a thread is detached that was joined");
	if (l->use & DETACHED)
		calls_misuse("a thread is detached twice");
	if (l->use & (JOINED | DETACHED))
		return EINVAL;
	l->use |= DETACHED;
	turns_wake_all();
	return REAL(pthread_detach)(thread);
}

int pthread_detach(pthread_t thread) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_detach)(thread);
	calls_enter("pthread_detach", CALLER);
	int error = detach(thread);
	calls_leave();
	return error;
}

void pthread_exit(void *result) {
	if (calls_is_own(CALLER)) {
		calls_enter("pthread_exit", CALLER);
		lives[self].cancel |= DISABLED;
		turns_unlock();
		end_this(result);
	}
	void (*exit_thread)(void *) = (void (*)(void *))library_find("pthread_exit");
	exit_thread(result);
	__builtin_trap();
}

/* --- Keys: the library has them without destructors, which run here. --- */

struct key {
	pthread_key_t key;
	bool exists;
	void (*destructor)(void *);
};

enum { KEYS = 1024, ROUNDS = 4, KEY_BITS = 32 };

static struct key keys[KEYS] __asm__("cbmc_mt_harness_keys");
static unsigned nkeys __asm__("cbmc_mt_harness_nkeys");

static struct key *find_key(pthread_key_t key) {
	for (unsigned i = 0; i < nkeys; i++)
		if (keys[i].exists && keys[i].key == key)
			return &keys[i];
	return NULL;
}

static int make_key(pthread_key_t *key, void (*destructor)(void *)) {
	int lack = calls_lack(EAGAIN, ENOMEM);
	if (lack)
		return lack;
	turns_drain(STEP);
	int error = nkeys == KEYS ? EAGAIN : REAL(pthread_key_create)(key, NULL);
	if (!error)
		keys[nkeys++] = (struct key){*key, true, destructor};
	return error;
}

static int delete_key(pthread_key_t key) {
	calls_effect();
	struct key *k = find_key(key);
	if (!k) {
		calls_misuse("a key is deleted that does not exist");
		return EINVAL;
	}
	k->exists = false;
	return 0; /* the library keeps it, so that its number is not used again */
}

static int set_specific(pthread_key_t key, const void *value) {
	calls_effect();
	if (!find_key(key)) {
		calls_misuse("a value is given to a key that does not exist");
		return EINVAL;
	}
	return REAL(pthread_setspecific)(key, value);
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_key_create)(key, destructor);
	calls_enter("pthread_key_create", CALLER);
	int error = make_key(key, destructor);
	calls_leave();
	return error;
}

int pthread_key_delete(pthread_key_t key) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_key_delete)(key);
	calls_enter("pthread_key_delete", CALLER);
	int error = delete_key(key);
	calls_leave();
	return error;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_setspecific)(key, value);
	calls_enter("pthread_setspecific", CALLER);
	int error = set_specific(key, value);
	calls_leave();
	return error;
}

static bool has_value(const struct key *k) {
	return k->exists && k->destructor && pthread_getspecific(k->key);
}

static void destroy_value(struct key *k) {
	void *value = pthread_getspecific(k->key), (*destructor)(void *) = k->destructor;
	REAL(pthread_setspecific)(k->key, NULL);
	turns_unlock();
	destructor(value);
	turns_lock();
	turns_drain(KIND_N);
}

/* In which order, the run has chosen where there were several. */
static void destroy_round(unsigned n) {
	bool waits[KEYS];
	unsigned left = 0;
	for (unsigned i = 0; i < n; i++)
		left += waits[i] = has_value(&keys[i]);
	while (left) {
		unsigned one = KEYS, last = KEYS;
		for (unsigned i = 0; i < n; i++)
			last = waits[i] ? i : last;
		for (unsigned i = 0; i < n && one == KEYS; i++)
			if (waits[i] && (i == last || calls_choice("models::destroy_any", 1)))
				one = i;
		waits[one] = false;
		left--;
		if (has_value(&keys[one]))
			destroy_value(&keys[one]);
	}
}

void keys_end_thread(void) {
	turns_lock();
	lives[self].cancel |= DISABLED;
	for (int round = 0; round < ROUNDS; round++) {
		bool any = false;
		for (unsigned i = 0; i < nkeys; i++)
			any |= has_value(&keys[i]);
		if (!any)
			break;
		turns_drain(KIND_N);
		destroy_round(nkeys);
	}
	turns_unlock();
}

/* --- C11. --- */

struct c11_start {
	int (*run)(void *);
	void *argument;
};

static void *run_c11(void *data) {
	struct c11_start s = *(struct c11_start *)data;
	free(data);
	return (void *)(intptr_t)s.run(s.argument);
}

static void *run_thread(void *data) {
	return threads_run(data);
}

int thrd_create(thrd_t *thread, int (*run)(void *), void *argument) {
	if (!calls_is_own(CALLER))
		return REAL(thrd_create)(thread, run, argument);
	calls_enter("thrd_create", CALLER);
	bool follows = calls_follows();
	if (!turns_drain(CREATE) && follows && calls_follows()) {
		calls_leave();
		return calls_choice("thrd_create", 1) ? thrd_error : thrd_nomem;
	}
	struct c11_start *c = malloc(sizeof *c);
	if (!c)
		abort();
	*c = (struct c11_start){run, argument};
	struct threads_start *s = threads_new(run_c11, c);
	cancel_begin_thread(s->number, NULL);
	int number = s->number, error = REAL(pthread_create)(thread, NULL, run_thread, s);
	if (!error)
		threads_know(number, *thread);
	calls_leave();
	return locks_c11(error);
}

void thrd_exit(int code) {
	if (calls_is_own(CALLER)) {
		calls_enter("thrd_exit", CALLER);
		turns_drain(STEP);
		turns_unlock();
	}
	end_this((void *)(intptr_t)code);
}

int thrd_join(thrd_t thread, int *result) {
	if (!calls_is_own(CALLER))
		return REAL(thrd_join)(thread, result);
	calls_enter("thrd_join", CALLER);
	void *value = NULL;
	int error = join(thread, &value);
	if (!error && result)
		*result = (int)(intptr_t)value;
	calls_leave();
	return locks_c11(error);
}

int thrd_detach(thrd_t thread) {
	if (!calls_is_own(CALLER))
		return REAL(thrd_detach)(thread);
	calls_enter("thrd_detach", CALLER);
	int error = detach(thread);
	calls_leave();
	return locks_c11(error);
}

int tss_create(tss_t *key, tss_dtor_t destructor) {
	if (!calls_is_own(CALLER))
		return REAL(tss_create)(key, destructor);
	calls_enter("tss_create", CALLER);
	int error = make_key(key, destructor);
	calls_leave();
	return locks_c11(error);
}

void tss_delete(tss_t key) {
	if (!calls_is_own(CALLER)) {
		REAL(tss_delete)(key);
		return;
	}
	calls_enter("tss_delete", CALLER);
	delete_key(key);
	calls_leave();
}

int tss_set(tss_t key, void *value) {
	if (!calls_is_own(CALLER))
		return REAL(tss_set)(key, value);
	calls_enter("tss_set", CALLER);
	int error = set_specific(key, value);
	calls_leave();
	return locks_c11(error);
}
