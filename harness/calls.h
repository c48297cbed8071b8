/* harness/calls.h -- calls of functions that are scheduled.
 *
 * A function that is to be scheduled has a name in 'scheduled' of calls.c and a definition in
 * calls_*.c, threads.c or inputs.c, which calls calls_enter, then turns_drain up to the element
 * that is its effect, or calls_effect if no element says it, brings the effect about, and calls
 * calls_leave.
 */
#ifndef HARNESS_CALLS_H
#define HARNESS_CALLS_H

#include <stdbool.h>
#include <stddef.h>

struct cbmc_mt_lock;
struct element;

#pragma GCC visibility push(hidden)

bool calls_are_scheduled(const char *name); /* calls of it are elements */

bool calls_are_steps(const char *name); /* of the library, which may be left out */

/* Calls of the program are elements; those of libraries are none. */
bool calls_is_own(const void *caller);

/* The thread calls a function that is an element.  turns.lock is held from here to calls_leave. */
void calls_enter(const char *name, const void *caller);
void calls_leave(void);

/* The thread waits for its turn to do this element, which comes next of its own, but for those that
 * the compiled program leaves out. */
void calls_come_to(struct element *);

/* Up to the last step inside the call: where it has its effect if no other element says so. */
void calls_effect(void);

/* Waits until ready(...), which must hold at once while the thread follows the schedule.  'what'
 * and 'holder': what it waits for, and the thread that has it, or NOBODY. */
void calls_wait(const struct cbmc_mt_lock *, bool (*ready)(const struct cbmc_mt_lock *));
void calls_wait_for(bool (*ready)(const void *), const void *data, const char *what, int holder);

/* What a debugger or a message calls it: the variable, or its address. */
const char *calls_name(const void *at);

/* The program does what is undefined.  Ends the program where the test ends; goes on where the test
 * does. */
__attribute__((format(printf, 1, 2))) void calls_misuse(const char *format, ...);
__attribute__((format(printf, 1, 2))) _Noreturn void calls_refuse(const char *format, ...);

/* The object in memory is to be usable: AddressSanitizer says so if it is not. */
void calls_check_memory(const void *at, size_t size);

/* Does the thread follow the schedule, so that it cannot wait? */
bool calls_follows(void);

/* A choice that a model of the library has made in the run, 'function' is where; otherwise: what it
 * is if the test does not say. */
unsigned long calls_choice(const char *function, unsigned long otherwise);

/* 0, or with --resources-may-fail one of two error numbers, as the run has chosen. */
int calls_lack(int one, int other);

#pragma GCC visibility pop

#endif
