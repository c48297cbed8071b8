/* Threads: creation, end, join, detach. */
#include "thread.h"

struct thread __model_main_thread;

_Thread_local struct cleanup *__model_cleanups;
_Thread_local void (*__model_before_end)(void);
_Thread_local void (*__model_at_end)(void);
void (*__model_at_create)(int thread);
int __model_handles_signals;

struct thread_attributes { /* pthread_attr_t; the rest of it in attr.c */
	int detached;
};

struct thread *__model_self(void) {
	int me = __mc_self();
	return me == 0 ? &__model_main_thread : __mc_thread_data(me);
}

struct thread *__model_find_thread(unsigned long id) {
	if (id == 1)
		return &__model_main_thread;
	return id == 0 || id > __INT_MAX__ ? NULL : __mc_thread_data((int)(id - 1));
}

void __model_need_thread(const struct thread *t) {
	__mc_assert(t != NULL, "lock", "no thread has this identifier");
}

/* The end of a thread, however it comes about.  What handlers and destructors call is no
 * cancellation point any more. */
void __model_end_thread(void *value) {
	struct thread *t = __model_self();
	if (__model_cleanups != NULL || __model_before_end != NULL) {
		__mc_atomic_begin();
		t->cancel |= CANCEL_DISABLED;
		__mc_atomic_end();
	}
	while (__model_cleanups != NULL) {
		struct cleanup *top = __model_cleanups;
		__model_cleanups = top->below;
		top->routine(top->argument);
	}
	if (__model_before_end != NULL)
		__model_before_end();
	__mc_atomic_begin();
	if (__model_at_end != NULL)
		__model_at_end();
#ifdef USES_fork
	__model_threads--;
#endif
	t->value = value;
	t->has_ended = 1;
	__mc_order_release(&t->has_ended);
	__mc_atomic_end();
	__mc_end_thread();
}

static void run_thread(void *data) {
	struct thread *t = data;
	__mc_atomic_begin();
	void *(*start)(void *) = (void *(*)(void *))t->start;
	void *argument = t->argument;
	__mc_atomic_end();
	__model_end_thread(start(argument));
}

int __model_lack(int one, int other) {
	if (!__mc_option("resources-may-fail") || !__mc_nondet_bool())
		return 0;
	__mc_kept_apart();
	return __mc_nondet_bool() ? one : other;
}

/* What an identifier is that no thread was created for, POSIX does not say. */
int __model_cannot_create(unsigned long *thread) {
	if (!__mc_option("thread-create-may-fail") || !__mc_nondet_bool())
		return 0;
	__mc_kept_apart();
	*thread = __mc_nondet_ulong();
	return 1;
}

/* The identifier is stored when the new thread may already run: POSIX does not promise that it
 * finds it there. */
int pthread_create(unsigned long *thread, const struct thread_attributes *attributes,
                   void *(*start)(void *), void *argument) {
	if (__model_cannot_create(thread))
		return EAGAIN;
	__mc_atomic_begin();
	struct thread *t = __mc_alloc(sizeof *t, __mc_internal);
	t->start = (void (*)(void))start;
	t->argument = argument;
	t->value = NULL;
	t->code = 0;
	t->has_ended = 0;
	t->use = attributes != NULL && attributes->detached != 0 ? THREAD_DETACHED : 0;
	t->cancel = 0;
	int number = __mc_spawn(run_thread, t, t->start);
	if (__model_at_create != NULL)
		__model_at_create(number);
#ifdef USES_fork
	if (__model_is_alone)
		__mc_unsupported("a new thread in the child of a process with several threads");
	__model_threads++;
#endif
	__mc_atomic_end();
	*thread = (unsigned long)number + 1;
	return 0;
}

void pthread_exit(void *result) {
	__model_end_thread(result);
}

/* A join that may take place, in an atomic section. */
static int finish_join(struct thread *t) {
	__mc_assert((t->use & THREAD_JOINED) == 0, "lock", "a thread is joined twice");
	__mc_assert((t->use & THREAD_DETACHED) == 0, "lock", "a thread is joined that is detached");
	if (t->use & (THREAD_DETACHED | THREAD_JOINED))
		return EINVAL;
	t->use |= THREAD_JOINED;
	__mc_order_acquire(&t->has_ended);
	return 0;
}

int __model_join(struct thread *t, unsigned long id) {
	struct thread *self = __model_self();
	if (t == NULL || t == self) {
		__model_need_thread(t);
		__mc_assert(t == NULL, "lock", "a thread joins itself");
		__mc_atomic_begin();
		return t == NULL ? ESRCH : EDEADLK;
	}
	__mc_wait_until(t->has_ended | ((t->use & THREAD_DETACHED) != 0) | CANCELLED(self),
	                __mc_sync_join, NULL, (int)id - 1);
	if (CANCELLED(self)) {
		__mc_atomic_end();
		__model_cancel_self();
	}
	return finish_join(t);
}

int pthread_join(unsigned long thread, void **result) {
	struct thread *t = __model_find_thread(thread);
	int error = __model_join(t, thread);
	void *value = error == 0 ? t->value : NULL;
	__mc_atomic_end();
	if (error == 0 && result != NULL)
		*result = value;
	return error;
}

static int join_if_ended(unsigned long thread, void **result, int error_if_not) {
	struct thread *t = __model_find_thread(thread);
	__model_need_thread(t);
	if (t == NULL)
		return ESRCH;
	__mc_atomic_begin();
	int error = error_if_not;
	if (t->has_ended || (t->use & THREAD_DETACHED))
		error = finish_join(t);
	void *value = t->value;
	__mc_atomic_end();
	if (error == 0 && result != NULL)
		*result = value;
	return error;
}

int pthread_tryjoin_np(unsigned long thread, void **result) {
	return join_if_ended(thread, result, EBUSY);
}

int pthread_timedjoin_np(unsigned long thread, void **result, const struct moment *until) {
	if (thread == (unsigned long)__mc_self() + 1)
		return EDEADLK;
	if (until == NULL)
		return pthread_join(thread, result);
	if (REFUSES_LIMIT(until))
		return EINVAL;
	return join_if_ended(thread, result, __model_is_moment(until) ? ETIMEDOUT : EINVAL);
}

int pthread_clockjoin_np(unsigned long thread, void **result, int clock,
                         const struct moment *until) {
	if (until != NULL && !IS_WAIT_CLOCK(clock))
		return EINVAL;
	return pthread_timedjoin_np(thread, result, until);
}

int pthread_detach(unsigned long thread) {
	struct thread *t = __model_find_thread(thread);
	__model_need_thread(t);
	if (t == NULL)
		return ESRCH;
	__mc_atomic_try(__mc_sync_join); /* ends the waits of those that join it */
	__mc_assert((t->use & THREAD_JOINED) == 0, "lock", "a thread is detached that was joined");
	__mc_assert((t->use & THREAD_DETACHED) == 0, "lock", "a thread is detached twice");
	int error = t->use & (THREAD_DETACHED | THREAD_JOINED) ? EINVAL : 0;
	if (error == 0)
		t->use |= THREAD_DETACHED;
	__mc_atomic_end();
	return error;
}

unsigned long pthread_self(void) {
	return (unsigned long)__mc_self() + 1;
}

static int is_over(unsigned long id) {
	struct thread *t = __model_find_thread(id);
	__mc_atomic_begin();
	int over = t != NULL && ID_IS_OVER(t);
	__mc_atomic_end();
	return over;
}

/* To use an identifier after its lifetime is undefined: it may be that of a new thread. */
int pthread_equal(unsigned long a, unsigned long b) {
	int reused = __mc_option("thread-ids-may-be-reused");
	if (reused && a != b && (is_over(a) || is_over(b)) && __mc_nondet_bool()) {
		__mc_note("an identifier is used again");
		return 1;
	}
	return a == b;
}

int sched_yield(void) {
	__mc_atomic_begin();
	__mc_atomic_end();
	return 0;
}

int pthread_yield(void) {
	return sched_yield();
}
