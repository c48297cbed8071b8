/* pthread-models/system/environment.h -- how a model of a call into the system is written.
 *
 * Such a call looks at what its pointers point to, in the calling thread and outside of any atomic
 * section, so that data races on it are seen; then it fails for a reason of the environment, or
 * does its work:
 *
 *     int unlink(const char *path) {
 *         NEED_STRING(path, "unlink");
 *         if (FAILS())
 *             return ERROR(EACCES, EBUSY, ENOENT, ...);
 *         return 0;
 *     }
 *
 * FAILS is a choice of the environment, which --environment usual does not have.  An error that the
 * state of the program alone causes (EBADF of a closed descriptor) is no choice, and comes there,
 * too. */
#ifndef PTHREAD_MODELS_SYSTEM_ENVIRONMENT_H
#define PTHREAD_MODELS_SYSTEM_ENVIRONMENT_H

#include "../threads/signal.h"

#define IS_OPEN_ENVIRONMENT() (__mc_option("environment-open"))
#define FAILS()               (IS_OPEN_ENVIRONMENT() && __mc_nondet_bool() && __mc_kept_apart())

/* With --input-reads, and in the usual environment, what a thread reads from outside ends after a
 * few calls, so that loops which read to the end of a file do.  Is this the end?  Models of streams
 * ask once in each call, before the stream may refuse it: the count is then the same on all paths
 * through the call and stays a constant, and unwinding sees where the loop ends. */
#define INPUT_IS_OVER() (__mc_option("input-reads") && __model_input_is_over())
int __model_input_is_over(void);
/* Has a call of this thread been told so? */
int __model_input_was_over(void);
/* The characters of a text from outside, where 'most' could come: fewer with --input-reads. */
#define INPUT_TEXT(most)                                                                           \
	(__mc_option("input-text") && (size_t)__mc_option("input-text") < (size_t)(most)               \
	     ? (size_t)__mc_option("input-text")                                                       \
	     : (size_t)(most))

/* Sets errno to any of the numbers; is -1. */
#define ERROR(...) __model_error(ANY_OF(__VA_ARGS__))
/* Any of the error numbers, for a function that returns it. */
#define ANY_OF(...)                                                                                \
	__model_any_of((const unsigned char[]){__VA_ARGS__},                                           \
	               sizeof((const unsigned char[]){__VA_ARGS__}))

int __model_any_of(const unsigned char *list, size_t n);
int __model_error(int reason);
/* Some error of the system, of a call whose reasons nobody has listed. */
void __model_system_error(void);

/* What a call is given.  Strings are read here; of buffers, races are told by TOUCH. */
#define NEED_STRING(s, function)                                                                   \
	do {                                                                                           \
		int is_string = __mc_is_string(s, (size_t)-1);                                             \
		__mc_assert(is_string, "pointer", "an argument of " function " points to no string");      \
	} while (0)
#define NEED_READABLE(p, n, function)                                                              \
	do {                                                                                           \
		if ((n) > 0) {                                                                             \
			__mc_assert(__mc_readable(p, n), "pointer", function " reads outside of an object");   \
			TOUCH_TO_READ(p, n);                                                                   \
		}                                                                                          \
	} while (0)
#define NEED_WRITABLE(p, n, function)                                                              \
	do {                                                                                           \
		if ((n) > 0)                                                                               \
			__mc_assert(__mc_writable(p, n), "pointer", function " writes outside of an object");  \
	} while (0)

/* Accesses of the calling thread for the check of races, of calls that otherwise access the bytes
 * in an atomic section or not at all.  Contents stay. */
#define TOUCH_TO_READ(p, n)                                                                        \
	do {                                                                                           \
		if (__mc_option("data-races-check"))                                                       \
			__mc_copy(__mc_alloc(n, __mc_stack), p, n);                                            \
	} while (0)
#define TOUCH_TO_WRITE(p, n)                                                                       \
	do {                                                                                           \
		if (__mc_option("data-races-check"))                                                       \
			__mc_copy(p, p, n);                                                                    \
	} while (0)

/* POSIX requires some functions to be cancellation points, and allows others to be.  A program that
 * cancels no thread pays nothing for them (scripts/make/make-model-index knows both names). */
#ifdef USES_pthread_cancel
#define CANCELLATION_POINT() pthread_testcancel()
#define OPTIONAL_CANCELLATION_POINT()                                                              \
	do {                                                                                           \
		if (__mc_option("optional-cancellation-points") && __mc_nondet_bool())                     \
			pthread_testcancel();                                                                  \
	} while (0)
#else
#define CANCELLATION_POINT()          ((void)0)
#define OPTIONAL_CANCELLATION_POINT() ((void)0)
#endif
void pthread_testcancel(void);

/* A call that waits for something from outside, which may always come: 0, or EINTR if a handler
 * without SA_RESTART has run meanwhile.  A cancelled thread does not return. */
int __model_wait_outside(void);

/* Around a wait inside the program that a handler without SA_RESTART ends:
 *
 *     int waiter = __model_begin_wait();
 *     __mc_wait_until(... | INTERRUPTED(waiter), ...);
 *     int interrupted = __model_end_wait(waiter);      in the section that the wait begins */
enum { WAITER_COUNTS = 64 }; /* beside the number of the thread: signals are handled */
#define INTERRUPTED(waiter) (((waiter) >> 6) & (__model_awaits_handler[(waiter)&63] == 0))
int __model_begin_wait(void);
int __model_end_wait(int waiter);

#endif
