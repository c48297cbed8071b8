/* Attributes of threads, and scheduling parameters: kept and given back, of no further effect,
 * except whether a thread starts detached. */
#include "thread.h"

struct attributes { /* pthread_attr_t */
	int detached;
	int policy, priority, inherit, scope;
	size_t guard_size, stack_size;
	void *stack;
};

#if defined(__aarch64__)
enum { SMALLEST_STACK = 131072 };
#else
enum { SMALLEST_STACK = 16384 };
#endif
enum { USUAL_STACK = 8 << 20 }; /* the limit that Linux sets */

int pthread_attr_init(struct attributes *a) {
	int error = __model_lack(ENOMEM, ENOMEM);
	if (error != 0)
		return error;
	a->detached = 0;
	a->policy = a->priority = a->inherit = a->scope = 0;
	a->guard_size = 4096;
	a->stack_size = USUAL_STACK;
	a->stack = NULL;
	return 0;
}

int pthread_attr_destroy(struct attributes *a) {
	__mc_assert(__mc_writable(a, sizeof *a), "pointer",
	            "pthread_attr_destroy writes outside of an object");
	__mc_havoc(a, sizeof *a);
	return 0;
}

int pthread_attr_setdetachstate(struct attributes *a, int state) {
	if (state != 0 && state != 1)
		return EINVAL;
	__mc_atomic_try(__mc_sync_join); /* a join will not wait for the end of the thread */
	a->detached = state;
	__mc_atomic_end();
	return 0;
}

int pthread_attr_getdetachstate(const struct attributes *a, int *state) {
	*state = a->detached;
	return 0;
}

int pthread_attr_setguardsize(struct attributes *a, size_t size) {
	a->guard_size = size;
	return 0;
}

int pthread_attr_getguardsize(const struct attributes *a, size_t *size) {
	*size = a->guard_size;
	return 0;
}

int pthread_attr_setstacksize(struct attributes *a, size_t size) {
	if (size < SMALLEST_STACK)
		return EINVAL;
	a->stack_size = size;
	return 0;
}

int pthread_attr_getstacksize(const struct attributes *a, size_t *size) {
	*size = a->stack_size;
	return 0;
}

int pthread_attr_setstack(struct attributes *a, void *stack, size_t size) {
	if (size < SMALLEST_STACK)
		return EINVAL;
	a->stack = stack;
	a->stack_size = size;
	return 0;
}

int pthread_attr_getstack(const struct attributes *a, void **stack, size_t *size) {
	*stack = a->stack;
	*size = a->stack_size;
	return 0;
}

int pthread_attr_setschedpolicy(struct attributes *a, int policy) {
	if (policy < 0 || policy > 2) /* SCHED_OTHER, SCHED_FIFO, SCHED_RR */
		return EINVAL;
	a->policy = policy;
	return 0;
}

int pthread_attr_getschedpolicy(const struct attributes *a, int *policy) {
	*policy = a->policy;
	return 0;
}

/* struct sched_param is one int, the priority. */
int pthread_attr_setschedparam(struct attributes *a, const int *parameters) {
	int lowest = a->policy == 0 ? 0 : 1, highest = a->policy == 0 ? 0 : 99;
	if (*parameters < lowest || *parameters > highest)
		return EINVAL;
	a->priority = *parameters;
	return 0;
}

int pthread_attr_getschedparam(const struct attributes *a, int *parameters) {
	*parameters = a->priority;
	return 0;
}

int pthread_attr_setinheritsched(struct attributes *a, int inherit) {
	if (inherit != 0 && inherit != 1)
		return EINVAL;
	a->inherit = inherit;
	return 0;
}

int pthread_attr_getinheritsched(const struct attributes *a, int *inherit) {
	*inherit = a->inherit;
	return 0;
}

int pthread_attr_setscope(struct attributes *a, int scope) {
	if (scope == 1) /* PTHREAD_SCOPE_PROCESS */
		return ENOTSUP;
	if (scope != 0)
		return EINVAL;
	a->scope = scope;
	return 0;
}

int pthread_attr_getscope(const struct attributes *a, int *scope) {
	*scope = a->scope;
	return 0;
}

static int set_scheduling(unsigned long thread, int is_valid) {
	if (__model_find_thread(thread) == NULL)
		return ESRCH;
	if (!is_valid)
		return EINVAL;
	return __mc_nondet_bool() ? 0 : EPERM;
}

int pthread_setschedparam(unsigned long thread, int policy, const int *parameters) {
	return set_scheduling(thread,
	                      policy >= 0 && policy <= 2 && *parameters >= 0 && *parameters <= 99);
}

int pthread_setschedprio(unsigned long thread, int priority) {
	return set_scheduling(thread, priority >= 0 && priority <= 99);
}

int pthread_getschedparam(unsigned long thread, int *policy, int *parameters) {
	if (__model_find_thread(thread) == NULL)
		return ESRCH;
	int p = __mc_nondet_int(), priority = __mc_nondet_int();
	__mc_assume(p >= 0 && p <= 2 && priority >= 0 && priority <= 99);
	*policy = p;
	*parameters = priority;
	return 0;
}

int pthread_setconcurrency(int level) {
	return level < 0 ? EINVAL : 0;
}

int pthread_getconcurrency(void) {
	int level = __mc_nondet_int();
	__mc_assume(level >= 0);
	return level;
}

/* Where its stack is, nobody knows. */
int pthread_getattr_np(unsigned long thread, struct attributes *a) {
	struct thread *t = __model_find_thread(thread);
	if (t == NULL)
		return ESRCH;
	int error = pthread_attr_init(a);
	if (error != 0)
		return error;
	__mc_atomic_begin();
	int use = t->use;
	__mc_atomic_end();
	a->detached = (use & THREAD_DETACHED) != 0;
	a->stack = __mc_nondet_pointer();
	return 0;
}

int pthread_attr_setaffinity_np(struct attributes *a, size_t size, const void *processors) {
	(void)a;
	if (size > 0)
		__mc_assert(__mc_readable(processors, size), "pointer",
		            "pthread_attr_setaffinity_np reads outside of an object");
	return __model_lack(ENOMEM, ENOMEM);
}

/* Of all threads that are created with attributes that say nothing else. */
int pthread_getattr_default_np(struct attributes *a) {
	return pthread_attr_init(a);
}
