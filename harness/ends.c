#define _GNU_SOURCE
#include "harness/ends.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
#include <unistd.h>

#include "harness/calls.h"
#include "harness/library.h"
#include "harness/outcome.h"
#include "harness/turns.h"
#include "harness/watch.h"

/* Of sanitizers that are linked: called before they end the program. */
__attribute__((weak)) void __sanitizer_set_death_callback(void (*)(void));

/* The place where the thread was last. */
static const struct place *here(void) {
	return test_place(threads[self].caller);
}

/* Of a signal, the first place is that of the last access before it. */
static void add_stack(const struct place *first) {
	char places[PLACE];
	watch_places(places, sizeof places);
	if (first)
		outcome_add("stack", "%s:%u %s", first->file, first->line, places);
	else if (*places)
		outcome_add("stack", "%s", places);
}

/* The lock is not taken: the thread that ends the program may hold it, and no other one runs. */
static void finish(const char *how) {
	turns_finish(how);
	const struct place *p = here();
	outcome_add("end", "%s after %s:%u", how, p ? p->file : "?", p ? p->line : 0);
	turns.phase = FREE; /* what is done at the end of a program waits for nobody */
}

static void on_death(void) {
	finish("report of a sanitizer");
}

/* Where a call comes from that led to no code: nothing was done there yet, so that the address to
 * return to is where the call has left it.  NULL: it was no such call. */
static const struct place *call_to_nowhere(const ucontext_t *context) {
#if defined(__x86_64__)
	const greg_t *at = context->uc_mcontext.gregs;
	return at[REG_RIP] ? NULL : test_place(*(void *const *)at[REG_RSP]);
#elif defined(__aarch64__)
	const mcontext_t *at = &context->uc_mcontext;
	return at->pc ? NULL : test_place((const void *)at->regs[30]);
#else
	(void)context;
	return NULL;
#endif
}

static void on_signal(int number, siginfo_t *info, void *context) {
	(void)info;
	char how[NAME];
	snprintf(how, sizeof how, "signal %d", number);
	const struct place *call = number == SIGSEGV ? call_to_nowhere(context) : NULL;
	if (call)
		threads[self].caller = (const void *)call->at;
	finish(how);
	add_stack(here());
	signal(number, SIG_DFL);
	raise(number);
}

/* What the schedule still has of this thread is the end of main, or was left out; what other
 * threads do comes before the program ends. */
static void wait_for_others(void) {
	turns_lock();
	if (turns.phase == FOLLOWING)
		turns_drain(KIND_N); /* signals */
	for (struct element *e; turns.phase == FOLLOWING && (e = turns_next());) {
		bool is_access = e->kind == READ || e->kind == WRITE || e->is_soft;
		if (!is_access && !e->in_library && e->kind != END)
			break;
		turns_wait();
		if (turns.phase != FOLLOWING)
			break;
		if (is_access)
			turns_miss(e);
		else
			turns_take(e);
	}
	if (turns.phase != FREE && !(turns.phase == FOLLOWING && turns_next()))
		turns_wait();
	turns_unlock();
}

static void at_exit(int status, void *unused) {
	(void)unused;
	char how[NAME];
	snprintf(how, sizeof how, "exit %d", status);
	wait_for_others();
	finish(how);
}

void ends_watch(void) {
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
	on_exit(at_exit, NULL);
	if (__sanitizer_set_death_callback) {
		__sanitizer_set_death_callback(on_death);
		return;
	}
	struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &action, NULL);
}

void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
	void (*real)(const char *, const char *, unsigned, const char *) =
	    (void (*)(const char *, const char *, unsigned, const char *))library_find("__assert_fail");
	if (calls_is_own(CALLER)) {
		turns_finish("an assertion fails");
		outcome_add("end", "assert %s %s:%u", condition, file, line);
		add_stack(NULL);
	}
	real(condition, file, line, function);
	_exit(127);
}

void abort(void) {
	void (*real)(void) = (void (*)(void))library_find("abort");
	const struct place *p = calls_is_own(CALLER) ? test_place(CALLER) : NULL;
	if (p) {
		turns_finish("abort is called");
		outcome_add("end", "abort %s:%u", p->file, p->line);
		add_stack(NULL);
	}
	real();
	_exit(127);
}

void ends_error(const char *name, const void *caller) {
	void (*real)(void) = (void (*)(void))library_find("abort");
	const struct place *p = test_place(caller);
	turns_finish("an error function is called");
	library_say("%s is called at %s:%u", name, p ? p->file : "?", p ? p->line : 0);
	outcome_add("end", "error %s %s:%u", name, p ? p->file : "?", p ? p->line : 0);
	add_stack(p);
	real();
	_exit(127);
}
